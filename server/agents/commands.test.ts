import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readInventory } from '#agent/inventory/inventory.ts';
import type { MethodHandlers } from '#agent/methods/method.ts';
import { rpcCodes } from '#api/contract/json-rpc.ts';
import { agentPace, greetedSocket, startAgent, startSite, temporaryDirectory, until } from '#tests/server/agent-rig.ts';
import { startTestServer, type TestServer } from '#tests/server/harness.ts';
import { storeCommand } from '#tests/server/stored-run.ts';
import { agentCommand } from '../database/schema/agents.ts';
import { run, runItem } from '../database/schema/runs.ts';
import { cancelCommand, queueCommand } from './command-queue.ts';

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});

const params = { targets: ['10.0.0.1', '10.0.0.2'], count: 1, timeoutMs: 1000 };
const reply = (target: string, error = '') => ({
  target,
  address: target,
  method: 'icmp' as const,
  sent: 1,
  received: 1,
  minimumMs: 1,
  averageMs: 1,
  maximumMs: 1,
  error,
});
const result = { reached: 2, unreachable: 0 };
const both = ['inventory@1', 'network@1'];

function queuePing(nodeId: number, server: TestServer = site.server): Promise<string> {
  return storeCommand(server.services, { nodeId, method: 'network.ping', params });
}

async function readCommand(id: string, server: TestServer = site.server) {
  const { database } = server.services;
  const [command] = await database.select().from(agentCommand).where(eq(agentCommand.id, id));
  const [of] = await database.select().from(run).where(eq(run.id, id));
  const items = await database.select().from(runItem).where(eq(runItem.runId, id)).orderBy(asc(runItem.seq));
  const { done, total } = of?.progress ?? {};
  return {
    ...command,
    run: of && { state: of.state, refusal: of.refusal },
    result: of?.result,
    progress: { done, total },
    items: items.map(({ data }) => data),
  };
}

/** An agent of which the test says every message, with a ping that it was asked for. */
async function askedAgent() {
  const { nodeId, key } = await site.enrolled();
  const agent = await greetedSocket(site.server, key, both);
  const commandId = await queuePing(nodeId);
  await site.server.services.agents.wake(nodeId);
  const asked = (method: string) => agent.messages.find((message) => message['method'] === method);
  await until(() => expect(asked('network.ping')).toMatchObject({ id: commandId, params: { ...params, commandId } }));
  const say = (message: Record<string, unknown>) => agent.socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return {
    ...agent,
    nodeId,
    key,
    commandId,
    asked,
    answer: (value: unknown) => say({ id: commandId, result: value }),
    refuse: (code: number, message: string) => say({ id: commandId, error: { code, message } }),
    say,
    report: (number: number, more: { progress?: unknown; items?: unknown[] }) =>
      agent.ask('command.report', { commandId, number, items: [], ...more }),
    ended: (state: string) => until(async () => expect(await readCommand(commandId)).toMatchObject({ state })),
  };
}

describe('a command of the server', () => {
  it('is sent with the method and the parameters that were queued, and keeps the result of the agent', async () => {
    const ping = vi.fn<MethodHandlers['network.ping']>(async ({ targets }, { item, progress }) => {
      for (const target of targets) item(reply(target));
      progress({ done: 2, total: 2 });
      return result;
    });
    const agent = startAgent(site.server.url, { token: await site.freshToken(), methods: { 'network.ping': ping } });
    const commandId = await queuePing(await agent.nodeId());
    await until(async () =>
      expect(await readCommand(commandId)).toMatchObject({
        state: 'done',
        error: null,
        result,
        progress: { done: 2, total: 2 },
        items: params.targets.map((target) => reply(target)),
      }),
    );
    expect(ping.mock.calls.map(([given]) => given)).toEqual([params]);
  });

  it('is not queued with parameters that its method refuses', async () => {
    const { nodeId } = await site.enrolled();
    const wrong = { id: randomUUID(), nodeId, method: 'network.ping' as const, params: { ...params, count: 0 } };
    await expect(queueCommand(site.server.services.database, wrong, new Date())).rejects.toThrow('at /count');
  });

  it('fails in words when the agent lacks the capability, and is never sent', async () => {
    const { nodeId, key } = await site.enrolled();
    const agent = await greetedSocket(site.server, key, ['inventory@1']);
    const commandId = await queuePing(nodeId);
    await until(async () =>
      expect(await readCommand(commandId)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('cannot do a ping: it lacks network@1'),
      }),
    );
    expect(agent.messages.some((message) => message['method'] === 'network.ping')).toBe(false);
  });

  it.each([
    ['breaks its schema', { reached: 'all', unreachable: 0 }, 'at /reached'],
    ['has fields that nobody named', { ...result, more: true }, 'at /'],
  ])('fails when the result %s', async (_what, wrong, words) => {
    const { answer, ended, commandId } = await askedAgent();
    answer(wrong);
    await ended('failed');
    expect((await readCommand(commandId)).error).toContain(words);
  });

  it('fails when an inventory is larger than the budget of its method', async () => {
    const { nodeId, key } = await site.enrolled();
    const agent = await greetedSocket(site.server, key);
    const id = await storeCommand(site.server.services, { nodeId, method: 'inventory.read', params: {} });
    await until(() => expect(agent.messages.some((message) => message['id'] === id)).toBe(true));
    const inventory = await readInventory();
    const volume = { mountPoint: 'ä'.repeat(1000), device: '', fileSystem: '', totalBytes: 0, freeBytes: 0 };
    const large = { ...inventory, volumes: Array.from({ length: 122 }, () => volume) };
    agent.socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: large }));
    await until(async () =>
      expect(await readCommand(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('too large') }),
    );
  });

  it('stores each report once and in order', async () => {
    const { report, commandId, answer, ended } = await askedAgent();
    const first = { progress: { done: 1, total: 2 }, items: [reply('10.0.0.1')] };
    expect(await report(1, first)).toHaveProperty('result');
    expect(await report(1, first)).toHaveProperty('result');
    expect(await report(2, { progress: { done: 2, total: 2 }, items: [reply('10.0.0.2')] })).toHaveProperty('result');
    expect(await report(1, first)).toHaveProperty('result');
    expect(await readCommand(commandId)).toMatchObject({
      state: 'pending',
      progress: { done: 2, total: 2 },
      items: [reply('10.0.0.1'), reply('10.0.0.2')],
    });
    answer(result);
    await ended('done');
    expect(await report(3, first)).toHaveProperty('error.code', rpcCodes.cancelled);
  });

  it('goes on when the database could not store a report, which the agent sends again', async () => {
    const { report, commandId, answer, ended } = await askedAgent();
    const first = { progress: { done: 1, total: 2 }, items: [reply('10.0.0.1')] };
    const execute = (text: string) => site.server.services.database.execute(sql.raw(text));
    // What a statement says that took too long.
    await execute(
      `create function too_slow() returns trigger language plpgsql as 'begin raise exception ''late'' using errcode = ''57014''; end'`,
    );
    await execute('create trigger too_slow before insert on run_item for each row execute function too_slow()');
    expect(await report(1, first)).toHaveProperty('error.code', rpcCodes.busy);
    await execute('drop function too_slow cascade');
    expect(await readCommand(commandId)).toMatchObject({ state: 'pending', reported: 0, items: [] });
    expect(await report(1, first)).toHaveProperty('result');
    answer(result);
    await ended('done');
    expect(await readCommand(commandId)).toMatchObject({ items: [reply('10.0.0.1')] });
  });

  it.each([
    [
      'a progress that breaks its schema',
      1,
      { progress: { done: -1, total: 2 } },
      'progress of network.ping is wrong at /done',
    ],
    ['an item that breaks its schema', 1, { items: [{ target: '10.0.0.1' }] }, 'item of network.ping is wrong'],
    [
      'more items than its budget',
      1,
      { items: Array.from({ length: 17 }, () => reply('10.0.0.1')) },
      'more than 16 items',
    ],
    ['more bytes than its budget', 1, { progress: { done: 1, total: 2, text: 'x'.repeat(20_000) } }, 'too large'],
    ['a report that leaves one out', 2, { progress: { done: 1, total: 2 } }, '2 after 0'],
  ])('fails when the agent reports %s', async (_what, number, wrong, words) => {
    const { report, ended, commandId } = await askedAgent();
    expect(await report(number, wrong)).toMatchObject({ error: { code: rpcCodes.badPayload } });
    await ended('failed');
    expect(await readCommand(commandId)).toMatchObject({ error: expect.stringContaining(words), items: [] });
  });

  it('takes no report of another device', async () => {
    const { commandId } = await askedAgent();
    const { key } = await site.enrolled();
    const other = await greetedSocket(site.server, key, both);
    const message = { commandId, number: 1, items: [reply('10.0.0.1')] };
    expect(await other.ask('command.report', message)).toHaveProperty('error.code', rpcCodes.cancelled);
    expect(await readCommand(commandId)).toMatchObject({ reported: 0, items: [] });
  });

  it('makes hostile texts of items plain before it stores them', async () => {
    const { report, commandId } = await askedAgent();
    await report(1, { items: [reply('10.0.0.1', 'a\u0000b\u202Ec')] });
    expect((await readCommand(commandId)).items).toEqual([reply('10.0.0.1', 'a b c')]);
  });

  it('is cancelled by its agent', async () => {
    let aborted = false;
    const ping: MethodHandlers['network.ping'] = (_params, { signal, progress }) => {
      progress({ done: 0, total: 2 });
      return new Promise(() => {
        signal.addEventListener('abort', () => (aborted = true));
      });
    };
    const agent = startAgent(site.server.url, { token: await site.freshToken(), methods: { 'network.ping': ping } });
    const commandId = await queuePing(await agent.nodeId());
    await until(async () => expect(await readCommand(commandId)).toMatchObject({ progress: { done: 0, total: 2 } }));
    await cancelCommand(site.server.services.database, site.server.services.live, commandId, new Date());
    await until(async () => expect(await readCommand(commandId)).toMatchObject({ state: 'cancelled', error: null }));
    expect(aborted).toBe(true);
  });

  it('is cancelled at once while no agent has it', async () => {
    const { nodeId, key } = await site.enrolled();
    const commandId = await queuePing(nodeId);
    await cancelCommand(site.server.services.database, site.server.services.live, commandId, new Date());
    expect(await readCommand(commandId)).toMatchObject({ state: 'cancelled' });
    const agent = await greetedSocket(site.server, key, both);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(agent.messages.some((message) => 'method' in message)).toBe(false);
  });

  it('is cancelled on the next connection when the one that ran it was lost', async () => {
    const { socket, key, commandId, ended } = await askedAgent();
    socket.terminate();
    await cancelCommand(site.server.services.database, site.server.services.live, commandId, new Date());
    const next = await greetedSocket(site.server, key, both);
    const asked = () => next.messages.filter((message) => message['method'] === 'command.cancel');
    await until(() => expect(asked()).toMatchObject([{ params: { commandId } }]));
    next.socket.send(JSON.stringify({ jsonrpc: '2.0', id: asked()[0]?.['id'], result: {} }));
    await ended('cancelled');
    expect(next.messages.some((message) => message['method'] === 'network.ping')).toBe(false);
  });

  it('stays done when it ended before it was cancelled', async () => {
    const { answer, ended, commandId } = await askedAgent();
    answer(result);
    await ended('done');
    await cancelCommand(site.server.services.database, site.server.services.live, commandId, new Date());
    expect(await readCommand(commandId)).toMatchObject({ state: 'done', result });
  });

  it('is sent again later when the agent is busy', async () => {
    const { refuse, messages, commandId, answer, ended } = await askedAgent();
    refuse(rpcCodes.busy, 'This device runs 8 commands already');
    await until(() => expect(messages.filter((message) => message['id'] === commandId)).toHaveLength(2));
    answer(result);
    await ended('done');
  });

  it('is one of two that run at the same time', async () => {
    const { nodeId, messages, commandId, answer, ended, say } = await askedAgent();
    const other = await queuePing(nodeId);
    await until(() => expect(messages.some((message) => message['id'] === other)).toBe(true));
    say({ id: other, result: { reached: 1, unreachable: 1 } });
    await until(async () => expect(await readCommand(other)).toMatchObject({ state: 'done' }));
    expect(await readCommand(commandId)).toMatchObject({ state: 'pending' });
    answer(result);
    await ended('done');
    expect(await readCommand(other)).toMatchObject({ result: { reached: 1, unreachable: 1 } });
  });

  it('ends as interrupted when the agent died in the middle of it, with its items', async () => {
    const dataDirectory = temporaryDirectory();
    const first = startAgent(site.server.url, {
      token: await site.freshToken(),
      dataDirectory,
      methods: {
        'network.ping': (_params, { item }) => {
          item(reply('10.0.0.1'));
          return new Promise(() => {});
        },
      },
    });
    const commandId = await queuePing(await first.nodeId());
    await until(async () => expect((await readCommand(commandId)).items).toHaveLength(1));
    await first.stop();
    const ping = vi.fn<MethodHandlers['network.ping']>(async () => result);
    startAgent(site.server.url, { dataDirectory, methods: { 'network.ping': ping } });
    await until(async () => expect(await readCommand(commandId)).toMatchObject({ state: 'interrupted' }));
    expect((await readCommand(commandId)).items).toEqual([reply('10.0.0.1')]);
    expect(ping).not.toHaveBeenCalled();
  });

  it('runs once and keeps its items when the server restarts in the middle of it', async () => {
    const own = await startTestServer({ settings: { agentPace } });
    const owner = await own.signInAsAdmin();
    await owner.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }] });
    const { body } = await owner.post('/device/enrollment', { clientId: 1, locationId: 1 });
    const steps: (() => void)[] = [];
    const ping = vi.fn<MethodHandlers['network.ping']>(async ({ targets }, { item }) => {
      for (const target of targets) {
        item(reply(target));
        await new Promise<void>((resolve) => steps.push(resolve));
      }
      return result;
    });
    const agent = startAgent(own.url, { token: String(body['token']), methods: { 'network.ping': ping } });
    const commandId = await queuePing(await agent.nodeId(), own);
    await until(async () => expect((await readCommand(commandId, own)).items).toHaveLength(1));
    const port = Number(new URL(own.url).port);
    await own.close();
    // Reported while there is no server.
    steps.shift()?.();
    await until(() => expect(steps).toHaveLength(1));
    steps.shift()?.();
    const again = await startTestServer({ databaseUrl: own.databaseUrl, settings: { agentPace, port } });
    await until(async () =>
      expect(await readCommand(commandId, again)).toMatchObject({
        state: 'done',
        result,
        items: params.targets.map((target) => reply(target)),
      }),
    );
    expect(ping).toHaveBeenCalledTimes(1);
    await agent.stop();
  });

  it('is refused as a report when nobody asked for it', async () => {
    const { ask } = await askedAgent();
    const report = { commandId: randomUUID(), number: 1, items: [] };
    expect(await ask('command.report', report)).toHaveProperty('error.code', rpcCodes.cancelled);
  });
});

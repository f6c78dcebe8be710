import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandMethods, serverMethods, type CommandReport } from '#api/contract/agent.ts';
import { createPeer, RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { MethodHandlers } from '../methods/method.ts';
import { createCommandRunner } from './command-runner.ts';
import { createJournal } from './journal.ts';

type Ping = MethodHandlers['network.ping'];

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cairn-agent-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const params = { targets: ['10.0.0.1'], count: 1, timeoutMs: 1000 };
const reply = (target: string) =>
  ({
    target,
    address: target,
    method: 'icmp',
    sent: 1,
    received: 1,
    minimumMs: 1,
    averageMs: 1,
    maximumMs: 1,
    error: '',
  }) as const;
const result = { reached: 1, unreachable: 0 };

/** A runner behind one end of a connection, and the other end. */
function connected(ping: Ping) {
  const runner = createCommandRunner({
    journal: createJournal(directory),
    methods: {
      'inventory.read': () => new Promise(() => {}),
      'network.discover': () => new Promise(() => {}),
      'credential.test': () => new Promise(() => {}),
      'vmhost.test': () => new Promise(() => {}),
      'directory.browse': () => new Promise(() => {}),
      'directory.read': () => new Promise(() => {}),
      'directory.signIn': () => new Promise(() => {}),
      'script.run': () => new Promise(() => {}),
      'installer.run': () => new Promise(() => {}),
      'application.run': () => new Promise(() => {}),
      'power.reboot': () => new Promise(() => {}),
      'backup.deleteData': () => new Promise(() => {}),
      'network.ping': ping,
    },
    reportEveryMs: 5,
  });
  const ends = { local: commandMethods, remote: serverMethods, timeout: 5000 };
  const onFailure = () => new RpcError(rpcCodes.internal, 'internal');
  const agent = createPeer({
    ...ends,
    handlers: runner.handlers,
    send: (text) => queueMicrotask(() => server.receive(text)),
    onFailure,
  });
  const server = createPeer({
    ...ends,
    local: {},
    remote: commandMethods,
    handlers: {},
    send: (text) => queueMicrotask(() => agent.receive(text)),
    onFailure,
  });
  const run = (id: string, given: Record<string, unknown> = params, method = 'network.ping') =>
    server.call(method, { ...given, commandId: id });
  return { runner, run, cancel: (commandId: string) => server.call('command.cancel', { commandId }) };
}

function gathered(runner: ReturnType<typeof createCommandRunner>): CommandReport[] {
  const reports: CommandReport[] = [];
  runner.connect(async (report) => reports.push(report));
  return reports;
}

describe('a command runner', () => {
  it('refuses a method that it does not have by name', async () => {
    const { run } = connected(async () => result);
    await expect(run(randomUUID(), {}, 'command.cancel2')).rejects.toMatchObject({ code: rpcCodes.unknownMethod });
  });

  it.each([
    ['no target', { ...params, targets: [] }, 'at /targets'],
    ['a target that is an option', { ...params, targets: ['-f'] }, 'at /targets/0'],
    ['too many requests', { ...params, count: 21 }, 'at /count'],
    ['a parameter that nobody named', { ...params, flood: true }, 'at /'],
  ])('refuses params with %s, and never runs them', async (_what, wrong, words) => {
    const ping = vi.fn<Ping>(async () => result);
    const { run } = connected(ping);
    await expect(run(randomUUID(), wrong)).rejects.toMatchObject({
      code: rpcCodes.invalidParams,
      message: expect.stringContaining(words),
    });
    expect(ping).not.toHaveBeenCalled();
  });

  it('refuses a result that breaks its schema', async () => {
    const { run } = connected(async () => ({ reached: -1, unreachable: 0 }));
    await expect(run(randomUUID())).rejects.toMatchObject({
      code: rpcCodes.badPayload,
      message: expect.stringContaining('at /reached'),
    });
  });

  it('fails a command that finds more items than its budget', async () => {
    const { run, runner } = connected(async (_params, { item }) => {
      for (let index = 0; index < 17; index += 1) item(reply(`10.0.0.${index}`));
      return result;
    });
    gathered(runner);
    await expect(run(randomUUID())).rejects.toMatchObject({
      code: rpcCodes.badPayload,
      message: expect.stringContaining('more than 16 items'),
    });
  });

  it('reports progress and items in order, numbered, before the result', async () => {
    const { run, runner } = connected(async ({ targets }, { progress, item }) => {
      for (const [index, target] of targets.entries()) {
        item(reply(target));
        progress({ done: index + 1, total: targets.length });
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
      return result;
    });
    const reports = gathered(runner);
    const targets = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];
    await run(randomUUID(), { ...params, targets });
    expect(reports.map(({ number }) => number)).toEqual(reports.map((_, index) => index + 1));
    expect(reports.flatMap(({ items }) => items)).toEqual(targets.map(reply));
    expect(reports.map(({ progress }) => progress)).toEqual([1, 2, 3].map((done) => ({ done, total: 3 })));
  });

  it('joins reports that come faster than it sends them, and keeps the latest progress', async () => {
    const { run, runner } = connected(async (_params, { progress, item }) => {
      for (let done = 1; done <= 16; done += 1) {
        item(reply(`10.0.0.${done}`));
        progress({ done, total: 16 });
        await Promise.resolve();
      }
      return result;
    });
    const reports = gathered(runner);
    await run(randomUUID());
    expect(reports.length).toBeLessThan(5);
    expect(reports.flatMap(({ items }) => items)).toHaveLength(16);
    expect(reports.at(-1)?.progress).toEqual({ done: 16, total: 16 });
  });

  it('reports less often for each command while several run', async () => {
    const ids = Array.from({ length: 8 }, () => randomUUID());
    let stop = false;
    const { run, runner } = connected(async (_params, { progress }) => {
      for (let done = 0; !stop; done += 1) {
        progress({ done, total: 1 });
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return result;
    });
    const reports = gathered(runner);
    const running = ids.map((id) => run(id));
    await new Promise((resolve) => setTimeout(resolve, 400));
    stop = true;
    await Promise.all(running);
    // One each 5 ms, of all together, and the first and the last one of each.
    expect(reports.length).toBeLessThan(400 / 5 + 2 * 8 + 10);
  });

  it('sends a report again over the next connection, with its number, before it answers', async () => {
    const { run, runner } = connected(async (_params, { item }) => {
      item(reply('10.0.0.1'));
      return result;
    });
    const lost: CommandReport[] = [];
    const leave = runner.connect(async (report) => {
      lost.push(report);
      throw new RpcError(rpcCodes.closed, 'lost');
    });
    let answered = false;
    const answer = run(randomUUID()).then(() => (answered = true));
    await vi.waitFor(() => expect(lost.length).toBeGreaterThan(0));
    leave();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(answered).toBe(false);
    const reports = gathered(runner);
    await answer;
    expect(reports).toEqual([lost[0]]);
  });

  it('delivers what a command found before it failed, also when the server is busy at first', async () => {
    const { run, runner } = connected(async (_params, { item }) => {
      item(reply('10.0.0.1'));
      throw new RpcError(rpcCodes.invalidParams, 'The disk is full');
    });
    const stored: CommandReport[] = [];
    let asked = 0;
    runner.connect(async (report) => {
      asked += 1;
      if (asked === 1) throw new RpcError(rpcCodes.busy, 'Not now');
      stored.push(report);
    });
    await expect(run(randomUUID())).rejects.toMatchObject({ message: 'The disk is full' });
    expect(stored.map(({ items }) => items)).toEqual([[reply('10.0.0.1')]]);
  });

  it('replies at once when a failed command is cancelled while its report waits for the server', async () => {
    const { run, cancel, runner } = connected(async (_params, { item }) => {
      item(reply('10.0.0.1'));
      throw new RpcError(rpcCodes.invalidParams, 'The disk is full');
    });
    let isAsked = false;
    runner.connect(() => {
      isAsked = true;
      return new Promise(() => {});
    });
    const id = randomUUID();
    const answer = run(id);
    await vi.waitFor(() => expect(isAsked).toBe(true));
    await cancel(id);
    await expect(answer).rejects.toMatchObject({ code: rpcCodes.cancelled });
  });

  it('stops a command whose report the server refuses', async () => {
    let stopped: unknown;
    const { run, runner } = connected(async (_params, { item, signal }) => {
      signal.addEventListener('abort', () => (stopped = signal.reason));
      item(reply('10.0.0.1'));
      return new Promise(() => {});
    });
    runner.connect(async () => Promise.reject(new RpcError(rpcCodes.cancelled, 'The command has ended')));
    await expect(run(randomUUID())).rejects.toMatchObject({ message: 'The command has ended' });
    expect(stopped).toBeInstanceOf(RpcError);
  });

  it('cancels a running command by its signal, and says the same when it is asked again', async () => {
    let aborted = false;
    const { run, cancel } = connected(
      (_params, { signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => (aborted = true));
        }),
    );
    const id = randomUUID();
    const answer = run(id);
    await cancel(id);
    await expect(answer).rejects.toMatchObject({ code: rpcCodes.cancelled });
    expect(aborted).toBe(true);
    await expect(run(id)).rejects.toMatchObject({ code: rpcCodes.cancelled });
  });

  it('never begins a command that was cancelled before it came', async () => {
    const ping = vi.fn<Ping>(async () => result);
    const { run, cancel } = connected(ping);
    const id = randomUUID();
    await cancel(id);
    await expect(run(id)).rejects.toMatchObject({ code: rpcCodes.cancelled });
    expect(ping).not.toHaveBeenCalled();
  });

  it('refuses to cancel a command whose method cannot be cancelled', async () => {
    const { run, cancel, runner } = connected(async () => result);
    const id = randomUUID();
    const answer = run(id, {}, 'inventory.read');
    await expect(cancel(id)).rejects.toMatchObject({
      code: rpcCodes.invalidParams,
      message: 'inventory.read cannot be cancelled',
    });
    runner.stop();
    await expect(answer).rejects.toMatchObject({ code: rpcCodes.interrupted });
  });

  it('stops a command that takes longer than its method may', async () => {
    vi.useFakeTimers();
    try {
      const { run } = connected(() => new Promise(() => {}));
      const id = randomUUID();
      // This end of the connection waits for 5 s only.
      const first = run(id).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(151_000);
      expect(await first).toMatchObject({ code: rpcCodes.closed });
      await expect(run(id)).rejects.toMatchObject({
        code: rpcCodes.timedOut,
        message: 'network.ping took longer than 150 s',
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it('runs two commands at once, and refuses a ninth as busy without noting it', async () => {
    const ends: (() => void)[] = [];
    const { run } = connected(() => new Promise((resolve) => ends.push(() => resolve(result))));
    const answers = Array.from({ length: 8 }, () => run(randomUUID()));
    await vi.waitFor(() => expect(ends).toHaveLength(8));
    const ninth = randomUUID();
    await expect(run(ninth)).rejects.toMatchObject({ code: rpcCodes.busy });
    for (const end of ends.splice(0)) end();
    expect(await Promise.all(answers)).toEqual(answers.map(() => result));
    const later = run(ninth);
    await vi.waitFor(() => expect(ends).toHaveLength(1));
    ends[0]?.();
    expect(await later).toEqual(result);
  });
});

// A command to a device as people see it: a run that whoever sees the device follows, and that ends in words whatever happens.
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MethodHandlers } from '#agent/methods/method.ts';
import type { Run } from '#api/contract/runs.ts';
import { addPerson, type Person } from '#tests/contract/site.ts';
import { greetedSocket, startAgent, startSite, until } from '#tests/server/agent-rig.ts';
import { agentCommand } from '../database/schema/agents.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let viewer: Person;
let editor: Person;
let stranger: Person;
beforeAll(async () => {
  site = await startSite();
  const { server, admin, place } = site;
  const of = (permission: string) => ({ permission, entityId: place.clientId });
  viewer = await addPerson(server, admin, 'Viewer');
  await viewer.may([of('ORGANIZATION:View'), of('NODE:View')]);
  editor = await addPerson(server, admin, 'Editor');
  await editor.may([of('ORGANIZATION:View'), of('NODE:View'), of('NODE:Update')]);
  const other = await admin.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }] });
  const elsewhere = { entityId: Number(other.body['client']?.['id']) };
  stranger = await addPerson(server, admin, 'Stranger');
  await stranger.may(
    ['ORGANIZATION:View', 'NODE:View', 'NODE:Update'].map((permission) => ({ permission, ...elsewhere })),
  );
});

const params = { targets: ['10.0.0.1', '10.0.0.2'], count: 1, timeoutMs: 1000 };
const ping = { method: 'network.ping', params };
const reply = (target: string) => ({
  target,
  address: target,
  method: 'icmp' as const,
  sent: 1,
  received: 1,
  minimumMs: 1,
  averageMs: 1,
  maximumMs: 1,
  error: '',
});
const runIn = ({ body }: { body: unknown }) => body as Run;
const readRun = async (id: string) => runIn(await site.admin.get(`/run/${id}`));
const endsAs = (id: string, end: object) => until(async () => expect(await readRun(id)).toMatchObject(end));

/** A real agent whose ping does what the test says. */
async function device(work: MethodHandlers['network.ping']) {
  const agent = startAgent(site.server.url, { token: await site.freshToken(), methods: { 'network.ping': work } });
  const id = await agent.nodeId();
  await until(async () => expect(await site.deviceState(id)).toBe('online'));
  return { id, agent };
}

/** A device whose ping has found one host and goes on until it is stopped. */
const endless = () =>
  device(async (_params, { item, progress, signal }) => {
    progress({ done: 1, total: 2 });
    item(reply('10.0.0.1'));
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    return { reached: 0, unreachable: 0 };
  });

const told = async (action: string) => {
  const { rows } = await site.server.services.database.execute<{ summary: string }>(
    sql`select summary from audit where action = ${action} order by id desc limit 1`,
  );
  return rows[0]?.summary;
};

describe('a command to a device', () => {
  it('is a run with the progress, items and result of the agent, and leaves an audit row', async () => {
    const { id } = await device(async ({ targets }, { item, progress }) => {
      for (const target of targets) item(reply(target));
      progress({ done: 2, total: 2 });
      return { reached: 2, unreachable: 0 };
    });
    const started = runIn(await editor.who.post(`/device/${id}/command`, ping));
    expect(started).toMatchObject({ kind: 'agent:network.ping', subject: String(id), state: 'running' });
    expect(await told('RUN_STARTED')).toMatch(/^Started the ping of 10\.0\.0\.1, 10\.0\.0\.2 from “.+”$/);
    await endsAs(started.id, {
      state: 'done',
      result: { reached: 2, unreachable: 0 },
      progress: { done: 2, total: 2 },
    });
    const items = (await editor.who.get(`/run/${started.id}/items?sort=target`)).body as unknown as { items: object[] };
    expect(items.items).toMatchObject([{ data: reply('10.0.0.1') }, { data: reply('10.0.0.2') }]);
    expect((await editor.who.get(`/device/${id}/command`)).body).toMatchObject({
      items: [{ run: { id: started.id, state: 'done' }, method: 'network.ping', params, startedBy: 'Editor Hopper' }],
      total: 1,
    });
  });

  it('is seen by who sees the device, and 404 for everybody else', async () => {
    const { id } = await endless();
    const run = runIn(await editor.who.post(`/device/${id}/command`, ping));
    await until(async () => expect((await viewer.who.get(`/run/${run.id}/items`)).body).toMatchObject({ total: 1 }));
    expect((await viewer.who.get(`/device/${id}/command`)).body).toMatchObject({ items: [{ run: { id: run.id } }] });
    for (const path of [`/run/${run.id}`, `/run/${run.id}/items`, `/device/${id}/command`])
      expect((await stranger.who.get(path)).status, path).toBe(404);
    expect((await stranger.who.post(`/run/${run.id}/cancel`)).status).toBe(404);
    expect((await stranger.who.post(`/device/${id}/command`, ping)).status).toBe(404);
    expect(await readRun(run.id)).toMatchObject({ cancelRequested: false });
  });

  it('asks the permission of its method, and parameters that its method takes', async () => {
    const { id } = await endless();
    expect((await viewer.who.post(`/device/${id}/command`, ping)).status).toBe(403);
    expect((await viewer.who.post(`/device/${id}/command`, { method: 'inventory.read', params: {} })).status).toBe(200);
    const wrong = await editor.who.post(`/device/${id}/command`, { ...ping, params: { ...params, count: 0 } });
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['/params/count']]);
    const unknown = await editor.who.post(`/device/${id}/command`, { method: 'disk.erase', params: {} });
    expect([unknown.status, Object.keys(unknown.body.fields ?? {})]).toEqual([400, ['/method']]);
    expect(await site.server.services.database.$count(agentCommand, eq(agentCommand.nodeId, id))).toBe(1);
    const methodsFor = async ({ who }: Person) => (await who.get(`/device/${id}/command`)).body['methods'];
    const ablePing = { name: 'network.ping', inability: null };
    expect(await methodsFor(viewer)).toContainEqual({ ...ablePing, may: false });
    expect(await methodsFor(editor)).toContainEqual({ ...ablePing, may: true });
  });

  it('is cancelled by its owner or who may change the device, not by who only sees it, and keeps its items', async () => {
    const { id } = await endless();
    const run = runIn(await site.admin.post(`/device/${id}/command`, ping));
    await until(async () => expect((await site.admin.get(`/run/${run.id}/items`)).body).toMatchObject({ total: 1 }));
    expect((await viewer.who.post(`/run/${run.id}/cancel`)).status).toBe(403);
    expect(await readRun(run.id)).toMatchObject({ state: 'running', cancelRequested: false });
    expect((await editor.who.post(`/run/${run.id}/cancel`)).status).toBe(200);
    expect(await told('RUN_CANCELLED')).toBe('Cancelled the ping');
    await endsAs(run.id, { state: 'cancelled', refusal: { code: 'run_cancelled' }, lastSeq: 1 });
  });

  it('ends as refused in words when the version of the agent cannot do it', async () => {
    const { nodeId, key } = await site.enrolled();
    await greetedSocket(site.server, key, ['inventory@1']);
    const run = runIn(await site.admin.post(`/device/${nodeId}/command`, ping));
    await endsAs(run.id, { state: 'refused', refusal: { code: 'command_failed' } });
    expect((await readRun(run.id)).refusal?.message).toBe(
      'This agent’s version (1) cannot do a ping: it lacks network@1. Install the agent of this server.',
    );
  });

  it('ends as interrupted when the agent does not answer within its time, and when the device is removed', async () => {
    const { database } = site.server.services;
    const { nodeId, key } = await site.enrolled();
    await greetedSocket(site.server, key, ['inventory@1', 'network@1']);
    const start = async () => runIn(await site.admin.post(`/device/${nodeId}/command`, ping));
    const late = await start();
    await database
      .update(agentCommand)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(agentCommand.id, late.id));
    const silent = 'The agent did not answer in time.';
    await endsAs(late.id, { state: 'interrupted', refusal: { code: 'run_interrupted', message: silent } });
    const left = await start();
    await database.execute(sql`delete from node where id = ${nodeId}`);
    const state = async () =>
      (await database.execute<{ state: string }>(sql`select state from run where id = ${left.id}`)).rows[0]?.state;
    await until(async () => expect(await state()).toBe('interrupted'));
  });

  it('is refused at once while the device is offline', async () => {
    const { nodeId } = await site.enrolled();
    expect((await site.admin.post(`/device/${nodeId}/command`, ping)).body).toMatchObject({
      errorCode: 'device_offline',
    });
  });
});

// Recorded sessions of technicians and kept paths, on the real server.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { RecordedStep } from '#api/contract/recordings.ts';
import { addPerson } from '../../tests/contract/site.ts';
import { startTestServer, type TestServer } from '../../tests/server/harness.ts';
import type { Visitor } from '../../tests/server/visitor.ts';
import { cleanUp } from '../database/clean-up.ts';
import { flowRecording } from '../database/schema/path-runs.ts';

let server: TestServer;
let admin: Visitor;
let technician: Visitor;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'error' });
  admin = await server.signInAsAdmin();
  technician = (await addPerson(server, admin, 'Tess')).who;
});
afterAll(() => server.close());

const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const flow = 'ticket-template';
const steps: RecordedStep[] = [
  { at: 0, event: 'opened', state: 'editing.details' },
  { at: 4000, event: 'submit details', state: 'adding', fields: ['/name'] },
  { at: 4200, event: 'refuse addTicketTemplate offline', state: 'editing.details' },
  { at: 9200, event: 'submit details', state: 'adding', fields: ['/name'] },
  { at: 9300, event: 'done addTicketTemplate', state: 'finished' },
];
const of = (id: string, more: object) => ({ id, flow, mode: 'NEW', from: 0, steps: [], ...more });
const record = (who: Visitor, body: object) => who.post('/flow-recordings', body);
const allow = (recordsFlows: boolean) => technician.put('/profile', { recordsFlows });
const read = async () =>
  (await admin.get(`/workbench/flows/${flow}/recordings`)).body as unknown as ReplyOf<Catalogue['readRecordedFlow']>;

it('are taken only from a user who has allowed it, and go when the consent does', async () => {
  const refused = await record(technician, of(first, { steps }));
  expect([refused.status, refused.body['errorCode']]).toEqual([409, 'recordings_off']);
  expect((await read()).recordings).toEqual([]);
  expect((await allow(true)).body['user']).toMatchObject({ recordsFlows: true });
  expect((await record(technician, of(first, { steps, outcome: 'finished' }))).status).toBe(200);
  expect((await read()).recordings).toHaveLength(1);
  expect((await allow(false)).status).toBe(200);
  expect((await read()).recordings).toEqual([]);
});

it('grow in order, skip what is stored, and end once', async () => {
  await allow(true);
  const send = (from: number, to: number, more = {}) =>
    record(technician, of(first, { from, steps: steps.slice(from, to), ...more }));
  await send(0, 2);
  await send(0, 2);
  await send(1, 3);
  // There is a gap before it.
  await send(4, 5);
  const stored = async () => (await admin.get(`/workbench/recordings/${first}`)).body;
  expect((await stored())['steps']).toEqual(steps.slice(0, 3));
  await send(3, 5, { outcome: 'finished' });
  await record(technician, of(first, { from: 5, steps: [{ at: 1, event: 'late', state: 'finished' }] }));
  expect(await stored()).toMatchObject({ flow, mode: 'NEW', outcome: 'finished', ms: 9300, state: 'adding', steps });
  // Nobody else appends to it.
  const other = await record(admin, of(first, { from: 5 }));
  expect(other.status).toBe(409);
  await admin.put('/profile', { recordsFlows: true });
  expect((await record(admin, of(first, { from: 5 }))).status).toBe(404);
});

it('tell testers alone what happened in each state, and not who it was', async () => {
  const left = [...steps.slice(0, 1), { at: 2000, event: 'left', state: 'editing.details' }];
  await record(technician, of(second, { steps: left, outcome: 'left' }));
  const { recordings, states } = await read();
  expect(recordings.map(({ outcome, ms }) => [outcome, ms])).toEqual([
    ['left', 2000],
    ['finished', 9300],
  ]);
  expect(states.find(({ state }) => state === 'editing.details')).toEqual({
    state: 'editing.details',
    sessions: 2,
    medianMs: 2000,
    left: 1,
    back: 0,
    refused: 1,
  });
  expect(states.find(({ state }) => state === 'adding')).toMatchObject({ sessions: 1, medianMs: 300, left: 0 });
  expect((await admin.get('/workbench/recordings')).body).toEqual([
    expect.objectContaining({ flow, sessions: 2, finished: 1, medianMs: 9300 }),
  ]);
  expect(JSON.stringify([await read(), (await admin.get(`/workbench/recordings/${first}`)).body])).not.toContain(
    'Tess',
  );
  for (const path of ['/workbench/recordings', `/workbench/recordings/${first}`, `/workbench/flows/${flow}/recordings`])
    expect((await technician.get(path)).status).toBe(403);
  expect((await admin.get('/workbench/flows/nowhere/recordings')).status).toBe(404);
});

it('hold no more than the contract lets in', async () => {
  const wrong = async (step: object) => (await record(technician, of(first, { steps: [step] }))).status;
  expect(await wrong({ at: 0, event: 'typed "secret"', state: 'editing' })).toBe(400);
  expect(await wrong({ at: 0, event: 'submit details', state: 'editing', fields: ['/name="secret"'] })).toBe(400);
  expect(await wrong({ at: 0, event: 'submit details', state: 'editing', data: { name: 'secret' } })).toBe(400);
  const many = Array.from({ length: 21 }, () => steps[0]);
  expect((await record(technician, of(first, { steps: many }))).status).toBe(400);
});

it('become a path that the machine can walk, which is kept and walked in every run', async () => {
  const traced = (await admin.post(`/workbench/recordings/${first}/path`)).body;
  expect(traced).toMatchObject({ followed: steps.length, reason: '' });
  const path = String(traced['path']);
  expect(path).toMatch(
    /^NEW: submit details [^>]+ > refuse addTicketTemplate offline > submit details [^>]+ > done addTicketTemplate$/,
  );
  expect(traced['reproduce']).toBe(`npm run --silent paths -- --flow ${flow} --tier machine --path "${path}"`);
  const kept = `/workbench/flows/${flow}/paths`;
  expect((await admin.post(kept, { path })).status).toBe(200);
  expect((await admin.post(kept, { path })).body['errorCode']).toBe('path_kept_already');
  const long = `NEW: ${Array.from({ length: 1001 }, () => 'back').join(' > ')}`;
  expect((await admin.post(kept, { path: long })).body['errorCode']).toBe('path_too_long');
  expect((await admin.get(kept)).body).toEqual([expect.objectContaining({ path, addedBy: 'Ada Byron' })]);
  expect((await admin.get(`${kept}/export`)).body['text']).toBe(`${path}\n`);
  const stray = 'NEW: submit details example 1 > back > nonsense';
  const added = (await admin.post(kept, { path: stray })).body['id'];
  const run = (await admin.post('/workbench/runs', { flows: [flow], tier: 'machine', criteria: ['states'], seed: 1 }))
    .body['id'];
  await expect
    .poll(async () => (await admin.get(`/run/${String(run)}`)).body['state'], { timeout: 60_000 })
    .toBe('done');
  const report = (await admin.get(`/workbench/runs/${String(run)}/flows/${flow}`)).body as unknown as ReplyOf<
    Catalogue['readPathReport']
  >;
  const names = path.slice('NEW: '.length).split(' > ');
  const walked = report.paths.map(({ steps: all }) => all.slice(1).map(([name]) => report.texts[name]));
  expect(walked).toContainEqual(names);
  expect(report.failures.map(({ problems }) => problems[0])).toEqual([
    expect.stringMatching(/^A kept path cannot be walked: "back" cannot be done in /),
  ]);
  expect((await admin.delete(`/workbench/paths/${String(added)}`)).status).toBe(200);
  expect((await admin.get(kept)).body).toHaveLength(1);
  expect((await technician.get(kept)).status).toBe(403);
  expect((await technician.post(kept, { path: stray })).status).toBe(403);
});

it('say how far the path follows them', async () => {
  const third = '00000000-0000-4000-8000-000000000003';
  const odd = [...steps.slice(0, 2), { at: 5000, event: 'done somethingElse', state: 'finished' }];
  await record(technician, of(third, { steps: odd, outcome: 'finished' }));
  expect((await admin.post(`/workbench/recordings/${third}/path`)).body).toMatchObject({
    followed: 2,
    reason: 'No example of "done somethingElse" leads from adding to finished',
  });
});

it('are dropped after thirty days, and beyond a hundred of a user', async () => {
  const ids = Array.from({ length: 101 }, (_, at) => `00000000-0000-4000-9000-${String(at).padStart(12, '0')}`);
  const { database } = server.services;
  // The oldest, in place of as many requests.
  const [model] = await database.select().from(flowRecording).where(eq(flowRecording.id, first));
  if (model === undefined) throw new Error('the first recording is gone');
  const old = new Date(Date.now() - 29 * 86_400_000);
  await database.insert(flowRecording).values(ids.slice(1).map((id) => ({ ...model, id, startedAt: old })));
  await record(technician, of(ids[0] ?? '', { steps }));
  const count = () => database.$count(flowRecording, eq(flowRecording.userId, model.userId));
  expect(await count()).toBe(100);
  await database.update(flowRecording).set({ startedAt: sql`now() - interval '31 days'` });
  await cleanUp(database);
  expect(await count()).toBe(0);
});

// Generated paths that a tester walks in the Workbench, on the real server with the real generator.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FlowData, PlayedStep } from '#api/contract/workbench.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { addPerson } from '../../tests/contract/site.ts';
import { createAudience } from '../live/audience.ts';
import { startTestServer, type TestServer } from '../../tests/server/harness.ts';
import type { Visitor } from '../../tests/server/visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'error' });
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());

interface Read {
  state: string;
  now: { flow: string; reached: string[]; failed: string[]; at: string } | null;
  endedAt: string | null;
  outcomes: {
    flow: string;
    failures: number;
    paths: number;
    criteria: Record<string, { covered: number; total: number }>;
  }[];
}
const read = async (id: string) => (await admin.get(`/workbench/runs/${id}`)).body as unknown as Read;
const report = async (id: string, flow: string) =>
  (await admin.get(`/workbench/runs/${id}/flows/${flow}`)).body as unknown as FlowData;
const play = async (path: string, flow = 'organization') =>
  ((await admin.post('/workbench/play', { flow, path, seed: 1 })).body['steps'] ?? []) as PlayedStep[];

async function start(flows: string[], criteria: string[], tier = 'machine'): Promise<string> {
  const { status, body } = await admin.post('/workbench/runs', { flows, tier, criteria, seed: 1 });
  expect([status, body]).toMatchObject([200, { kind: 'paths' }]);
  return String(body['id']);
}
async function ended(id: string): Promise<Read> {
  await expect.poll(async () => (await read(id)).endedAt, { timeout: 60_000, interval: 200 }).not.toBeNull();
  return read(id);
}

describe('a run of generated paths', () => {
  it('says which states of the flow its paths have reached while it walks', async () => {
    // Its bounds take the longest of all flows.
    const flow = 'notification-channel';
    const id = await start([flow], ['states', 'boundaries']);
    const seen: NonNullable<Read['now']>[] = [];
    const look = async () => {
      const { now } = await read(id);
      if (now !== null) seen.push(now);
      return seen.at(-1)?.reached ?? [];
    };
    await expect.poll(look, { timeout: 60_000, interval: 50 }).toContain('editing.details');
    expect((await ended(id)).now).toBeNull();
    const states = new Set((await report(id, flow)).chart.states.map((state) => state.id));
    const last = seen.at(-1);
    expect(last).toMatchObject({ flow, failed: [] });
    expect([...(last?.reached ?? []), last?.at].filter((one) => !states.has(String(one)))).toEqual([]);
  });

  it('stores the coverage and the paths of each flow, and exports them', async () => {
    const id = await start(['policy', 'ticket-template'], ['states', 'transitions', 'laws']);
    const { state, outcomes } = await ended(id);
    expect(state).toBe('done');
    expect(outcomes.map(({ flow, failures }) => [flow, failures])).toEqual([
      ['policy', 0],
      ['ticket-template', 0],
    ]);
    const { criteria, paths, chart, texts } = await report(id, 'policy');
    expect(criteria.states.covered).toBe(criteria.states.total);
    expect(criteria.states.total).toBeGreaterThan(4);
    expect(criteria.guards.total).toBe(0);
    expect(paths.length).toBe(outcomes[0]?.paths);
    expect(chart.states.filter(({ shown }) => shown === 'missed')).toEqual([]);
    expect(texts).toContain('open as NEW');
    const junit = String((await admin.get(`/workbench/runs/${id}/export?format=junit`)).body['text']);
    expect(junit.match(/<testsuite name="paths\.machine\.(policy|ticket-template)"/g)).toHaveLength(2);
    const json = String((await admin.get(`/workbench/runs/${id}/export?format=json`)).body['text']);
    expect((JSON.parse(json) as FlowData[]).map(({ flow }) => flow)).toEqual(['policy', 'ticket-template']);
    const html = String((await admin.get(`/workbench/runs/${id}/export?format=html`)).body['text']);
    expect(html).toContain('Everything asked for is covered');
    expect(html.match(/^pathReport\(/gm)).toHaveLength(2);
    expect(html).not.toMatch(/ (href|src)="(?!#)/);
    const [first] = (await admin.get('/workbench/runs')).body as unknown as { id: string }[];
    expect(first).toMatchObject({ id });
  });

  it('reports a fault with its shortest path, which plays step by step', async () => {
    const { screens } = server.services;
    const changed = structuredClone(screens.get('organization', 'confirm').document);
    delete changed.description;
    screens.replace('organization', 'confirm', changed);
    try {
      const id = await start(['organization'], ['states', 'approved']);
      expect((await ended(id)).outcomes[0]?.failures).toBeGreaterThan(0);
      const { failures } = await report(id, 'organization');
      const failed = failures.find(({ spelled }) => spelled !== '');
      const steps = await play(failed?.spelled ?? '');
      expect(steps.map((step) => step.name)).toEqual(failed?.steps);
      expect(steps.at(-1)).toMatchObject({ state: 'editing.confirm', problems: failed?.problems });
      expect(failed?.problems.join()).toContain('Check what will be saved.');
      // The approved behaviour differs as well.
      expect(failures.filter(({ spelled }) => spelled === '')).toHaveLength(1);
      expect(failed?.reproduce).toContain('npm run --silent paths -- --flow organization');
    } finally {
      screens.replace('organization', 'confirm', undefined);
    }
  });

  it('is refused for the browser tier when the server finds no browser', async () => {
    vi.stubEnv('CHROMIUM_PATH', '/nonexistent/chromium');
    try {
      const body = { flows: ['webhook'], tier: 'browser', criteria: ['states'], seed: 1 };
      const { status, body: reply } = await admin.post('/workbench/runs', body);
      expect([status, reply['errorCode']]).toEqual([409, 'browser_missing']);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('stops when another tester cancels it, keeps the walked flows, and runs alone', async () => {
    const id = await start(['ticket-template', 'cloud-monitor'], ['states', 'pairs', 'boundaries']);
    const second = await admin.post('/workbench/runs', {
      flows: ['policy'],
      tier: 'machine',
      criteria: ['states'],
      seed: 1,
    });
    expect([second.status, second.body['errorCode']]).toEqual([409, 'path_run_active']);
    await expect.poll(async () => (await read(id)).outcomes.length, { timeout: 30_000 }).toBe(1);
    const { who, may } = await addPerson(server, admin, 'Tessa');
    expect((await who.post(`/run/${id}/cancel`)).status).toBe(404);
    // Who sees a run hears of it as well.
    const hears = await createAudience(server.services.database)({ topic: 'run', ids: [id] } as never);
    const other = { kind: 'user', userId: 0, sysadmin: false, name: '' };
    const grants = [{ permission: 'SYSTEM:Workbench.Access', entityId: null }];
    expect(hears({ ...other, grants: [] } as never)).toEqual([]);
    expect(hears({ ...other, grants } as never)).toEqual([id]);
    await may([{ permission: 'SYSTEM:Workbench.Access', entityId: null }]);
    expect((await who.post(`/run/${id}/cancel`)).status).toBe(200);
    const { state, outcomes } = await ended(id);
    expect([state, outcomes.map(({ flow }) => flow)]).toEqual(['cancelled', ['ticket-template']]);
    expect((await admin.get(`/workbench/runs/${id}/flows/cloud-monitor`)).status).toBe(404);
  });

  it('fails where an assertion fails, and so does the check of the Studio', async () => {
    const asserted = (state: string, kind: string, text: string) =>
      admin.post('/workbench/flows/ticket-template/assertions', { state, kind, text });
    const added = await asserted('editing.details', 'says', 'Words that nobody wrote');
    expect(added.status).toBe(200);
    expect((await asserted('editing.details', 'says', 'Words that nobody wrote')).body['errorCode']).toBe(
      'assertion_exists',
    );
    const other = await asserted('editing.nowhere', 'offers', 'Next');
    const file = await admin.get('/workbench/flows/ticket-template/assertions/editing.details');
    expect(JSON.parse(String(file.body['text']))).toEqual({ says: ['Words that nobody wrote'] });
    const id = await start(['ticket-template'], ['states']);
    await ended(id);
    const { failures, holes } = await report(id, 'ticket-template');
    expect(failures[0]?.problems).toEqual(['editing.details does not say "Words that nobody wrote"']);
    expect(holes).toContain('assertion about editing.nowhere, which is no state of the flow');
    const place = '/studio/screens/ticket-template/details';
    const { text } = (await admin.get(place)).body;
    await admin.put(`${place}/edit`, { text: `${String(text)}\n`, base: 0 });
    expect(JSON.stringify((await admin.post(`${place}/check`)).body['broken'])).toContain('Words that nobody wrote');
    for (const one of [added, other]) await admin.delete(`/workbench/assertions/${Number(one.body['id'])}`);
    expect((await admin.get('/workbench/flows/ticket-template/assertions')).body).toEqual([]);
    const again = await start(['ticket-template'], ['states']);
    expect((await ended(again)).outcomes[0]).toMatchObject({ failures: 0, holes: 0 });
  });

  it('walks the cases of testers, and the check of the Studio refuses a screen that no longer takes one', async () => {
    const path = '/workbench/flows/ticket-template/assertions';
    const place = '/studio/screens/ticket-template/details';
    const { text } = (await admin.get(place)).body;
    const document = JSON.parse(String(text)) as ScreenDocument;
    const answers = { ...(document.examples?.valid?.[0] as object), name: 'A name of exactly thirty-three ch.' };
    const add = (body: object) =>
      admin.post(path, { state: 'editing.details', kind: 'case', text: 'Long', screen: 'details', answers, ...body });
    const refusedAt = async (body: object) => Object.keys((await add(body)).body['fields'] ?? {});
    expect(await refusedAt({ text: 'to > closed' })).toEqual(['/text']);
    expect(await refusedAt({ screen: 'nowhere' })).toEqual(['/screen']);
    expect(await refusedAt({ screen: undefined })).toEqual(['/screen']);
    expect(await refusedAt({ answers: { ...answers, name: 'x'.repeat(300) } })).toEqual(['/answers/name']);
    expect(await refusedAt({ kind: 'says' })).toEqual(['/screen', '/answers']);
    const deep = JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`) as unknown;
    expect((await add({ answers: { ...answers, deep } })).status).toBe(400);
    expect((await add({ answers: { ...answers, name: 'NUL \u0000' } })).status).toBe(400);
    const added = await add({});
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    expect(await refusedAt({})).toEqual(['/text']);
    const file = await admin.get(`${path}/editing.details`);
    expect(JSON.parse(String(file.body['text']))).toEqual({ cases: { Long: answers } });

    const id = await start(['ticket-template'], ['states']);
    expect((await ended(id)).outcomes[0]).toMatchObject({ failures: 0, holes: 0 });
    const { texts } = await report(id, 'ticket-template');
    expect(texts).toContain('submit details case Long');

    const name = document.schema?.properties?.['name'] as { maxLength: number };
    name.maxLength = 30;
    for (const example of document.examples?.valid ?? [])
      Object.assign(example as object, { name: String((example as { name: string }).name).slice(0, 30) });
    await admin.put(`${place}/edit`, { text: JSON.stringify(document), base: 0 });
    expect(JSON.stringify((await admin.post(`${place}/check`)).body['broken'])).toMatch(
      /The case “Long” of .+ cannot be given: .*30/,
    );
    await admin.delete(`${place}/edit`);
    await admin.delete(`/workbench/assertions/${Number(added.body['id'])}`);
  });

  it('takes no secret in a case, and at most 50 cases of a flow', async () => {
    const path = '/workbench/flows/credential/assertions';
    const document = JSON.parse(
      String((await admin.get('/studio/screens/credential/details')).body['text']),
    ) as ScreenDocument;
    const [example] = (document.examples?.valid ?? []) as Record<string, unknown>[];
    const { secrets } = server.services.screens.get('credential', 'details');
    const names = new Set(secrets.map((pointer) => pointer.slice(1)));
    const answers = Object.fromEntries(Object.entries(example ?? {}).filter(([name]) => !names.has(name)));
    const add = (text: string, given: object) =>
      admin.post(path, { state: 'editing.details', kind: 'case', text, screen: 'details', answers: given });
    expect(Object.keys(example ?? {}).some((name) => names.has(name))).toBe(true);
    expect((await add('Secret', example ?? {})).body['fields']).toEqual({
      '/answers': 'A case has no secrets: leave them out.',
    });
    for (let number = 1; number <= 50; number += 1) expect((await add(`Case ${number}`, answers)).status).toBe(200);
    expect((await add('One more', answers)).body['errorCode']).toBe('too_many_cases');
  });

  it('skips the flows that are stored when a server takes it over', async () => {
    const id = await start(['ticket-template', 'policy'], ['states']);
    await ended(id);
    const { database } = server.services;
    // As a server leaves it that died while it walked the second flow.
    await database.execute(sql`delete from path_report where run_id = ${id} and flow = 'policy'`);
    await database.execute(sql`update path_report set junit = 'stored before' where run_id = ${id}`);
    await database.execute(sql`update path_run set ended_at = null where id = ${id}`);
    const input = server.services.secrets.seal('{}');
    await database.execute(
      sql`update run set state = 'running', input = ${input}, lease_until = now(), ended_at = null where id = ${id}`,
    );
    expect((await ended(id)).outcomes.map(({ flow }) => flow).toSorted()).toEqual(['policy', 'ticket-template']);
    const junit = String((await admin.get(`/workbench/runs/${id}/export?format=junit`)).body['text']);
    expect(junit).toContain('stored before');
    expect(junit).toContain('<testsuite name="paths.machine.policy"');
  });

  it('is refused for a flow that does not exist', async () => {
    const wanted = { tier: 'machine', criteria: ['states'], seed: 1 };
    expect((await admin.post('/workbench/runs', { ...wanted, flows: ['nowhere'] })).status).toBe(404);
    expect((await admin.post('/workbench/runs', { ...wanted, flows: [] })).status).toBe(400);
    expect((await admin.post('/workbench/play', { flow: '..', path: 'NEW: ', seed: 1 })).status).toBe(400);
  });
});

describe('a path', () => {
  it('is walked step by step, with the machine after each step', async () => {
    const steps = await play('NEW: submit details example 1 > submit locations example 1 > back');
    expect(steps.map(({ state }) => state)).toEqual([
      'editing.details',
      'editing.locations',
      'editing.confirm',
      'editing.locations',
    ]);
    expect(steps[1]).toMatchObject({
      screen: 'locations',
      problems: [],
      snapshot: { context: { answers: { details: expect.any(Object) } } },
    });
  });

  it('has at most 1000 steps', async () => {
    const path = (steps: number) => `NEW: ${Array.from({ length: steps }, () => 'back').join(' > ')}`;
    const { status, body } = await admin.post('/workbench/play', { flow: 'organization', path: path(1001), seed: 1 });
    expect([status, body['errorCode']]).toEqual([422, 'path_too_long']);
    expect((await play(path(1000))).length).toBeGreaterThan(0);
  });

  it('ends at the step that cannot be done', async () => {
    const steps = await play('NEW: submit details example 1 > submit confirm example 1 > back');
    expect(steps.map(({ problems }) => problems)).toEqual([
      [],
      [],
      ['"submit confirm example 1" cannot be done in editing.locations'],
    ]);
  });
});

// Changes that nobody would notice, found by a run on the real server.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { addPerson } from '../../tests/contract/site.ts';
import { startTestServer, type TestServer } from '../../tests/server/harness.ts';
import type { Visitor } from '../../tests/server/visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'error' });
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());

const at = '/workbench/flows/security-key/mutants';
const read = async () => (await admin.get(at)).body as unknown as ReplyOf<Catalogue['readMutants']>;

it('are kept with their number until the next run, and each can be tried again', async () => {
  expect(await read()).toEqual({ report: null, run: null });
  const started = await admin.post(at);
  expect(started.status).toBe(200);
  // One walk at a time, of whichever kind.
  const walk = { flows: ['policy'], tier: 'machine', criteria: ['states'], seed: 1 };
  expect((await admin.post('/workbench/runs', walk)).body['errorCode']).toBe('path_run_active');
  expect((await admin.post('/workbench/flows/policy/mutants')).body['errorCode']).toBe('path_run_active');
  await expect.poll(async () => (await read()).run?.total ?? 0, { timeout: 60_000 }).toBeGreaterThan(0);
  // The report stands before its run has ended.
  const hasEnded = async () => (await read()).run === null;
  await expect.poll(hasEnded, { timeout: 120_000 }).toBe(true);
  const { report } = await read();
  const { total = 0, killed = 0, equivalent = 0, survivors = [], broken, startedBy } = report ?? {};
  expect([broken, startedBy]).toEqual(['', 'Ada Byron']);
  expect(killed + equivalent + survivors.length).toBe(total);
  expect(total).toBeGreaterThan(20);
  expect(killed).toBeGreaterThan(total / 2);
  const again = async (key: string) => (await admin.post(`${at}/judge`, { key })).body['noticedBy'];
  const [first] = survivors;
  if (first !== undefined) expect(await again(first.key)).toBeNull();
  expect(await again('machines/security-key: nothing of the kind')).toBeNull();
});

it('are stopped by another tester, and seen and started by nobody else', async () => {
  const id = String((await admin.post('/workbench/flows/organization/mutants')).body['id']);
  const { who, may } = await addPerson(server, admin, 'Tessa');
  for (const status of [
    (await who.get(at)).status,
    (await who.post(at)).status,
    (await who.post(`${at}/judge`, { key: 'x' })).status,
  ])
    expect(status).toBe(403);
  expect((await who.post(`/run/${id}/cancel`)).status).toBe(404);
  await may([{ permission: 'SYSTEM:Workbench.Access', entityId: null }]);
  expect((await who.post(`/run/${id}/cancel`)).status).toBe(200);
  await expect.poll(async () => (await admin.get(`/run/${id}`)).body['state']).toBe('cancelled');
  expect((await admin.get('/workbench/flows/organization/mutants')).body).toEqual({ report: null, run: null });
});

it('are refused for a flow that does not exist', async () => {
  expect((await admin.post('/workbench/flows/nowhere/mutants')).status).toBe(404);
  expect((await admin.get('/workbench/flows/nowhere/mutants')).status).toBe(404);
});

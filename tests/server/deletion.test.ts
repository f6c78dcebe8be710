import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#api/contract/catalogue.ts';
import { counted, leftOut, leftOutOfPolicies, leftOutOfUsers } from '#server/deletion/plan-tables.ts';
import { addPerson, everythingIn, makeSite, type Person, type Site } from '../contract/site.ts';
import { ask } from '../contract/access-probes.ts';
import { validCalls } from '../contract/valid-calls.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { everyRow as rowsOf } from './every-row.ts';
import { purgeNow } from './purge-now.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let owner: Person;
let count = 0;
const site = (): Promise<Site> => makeSite(server, admin, owner, `Kestrel${++count}x`);

beforeAll(async () => {
  server = await startTestServer({ logLevel: 'silent' });
  // The jobs of a minute that begins meanwhile would change rows.
  await server.services.jobs.stop();
  admin = await server.signInAsAdmin();
  owner = await addPerson(server, admin, 'Owner');
}, 120_000);

const everyRow = (): Promise<Record<string, unknown>> => rowsOf(server);

const deletedId = async (path: string) => {
  const { status, body } = await admin.delete(path);
  expect(status, JSON.stringify(body)).toBe(200);
  return Number(body.deletionId);
};

describe('a deleted organization', { timeout: 240_000 }, () => {
  it('is found by no call, and is as it was after the undo', async () => {
    const gone = await site();
    await site();
    const before = await everyRow();
    const id = await deletedId(`/client/${gone.clientId}`);
    // What somebody did or wrote is theirs to read.
    const exempt = new Set<string>(['listActivities', 'listDeletions', 'listDrafts', 'readDraft']);
    for (const [name, call] of calls) {
      if (call.method !== 'GET' || call.websocket || exempt.has(name)) continue;
      const { body } = await ask(admin, call, validCalls[name].input(gone));
      expect(JSON.stringify(body ?? null), name).not.toMatch(
        new RegExp(`${gone.marker} (monitor|condition|switches)|${gone.marker}-host`),
      );
    }
    expect((await admin.get(`/client/${gone.clientId}`)).status).toBe(404);
    expect((await admin.post(`/deletion/${id}/undo`)).body).toMatchObject({ name: gone.marker });
    expect(await everyRow()).toEqual(before);
  });

  it('frees its name, and says so when the name was taken meanwhile', async () => {
    const gone = await site();
    const id = await deletedId(`/client/${gone.clientId}`);
    expect((await admin.post('/client', { name: gone.marker, locations: [] })).status).toBe(200);
    const refused = await admin.post(`/deletion/${id}/undo`);
    expect(refused).toMatchObject({ status: 409, body: { errorCode: 'organization_name_in_use' } });
    expect(refused.body.errorMessage).toContain(gone.marker);
  });

  it('is purged by whoever goes on after a server was killed, and cannot be undone once that has begun', async () => {
    await purgeNow(server);
    const gone = await site();
    const id = await deletedId(`/client/${gone.clientId}`);
    await purgeNow(server, 1);
    await server.services.database.execute(sql`update deletion set purge_at = now() + interval '1 hour'`);
    expect(await admin.post(`/deletion/${id}/undo`)).toMatchObject({ body: { errorCode: 'undo_too_late' } });
    expect((await admin.get(`/client/${gone.clientId}`)).status).toBe(404);
    await purgeNow(server);
    const { rows } = await server.services.database.execute(sql`
      select 1 from organization where id = ${gone.clientId} union all select 1 from node where organization_id = ${gone.clientId}`);
    expect(rows).toEqual([]);
  });

  it('is deleted and restored only by who may delete it', async () => {
    const gone = await site();
    const other = await site();
    const all = everythingIn(gone.clientId);
    // Elsewhere it may: the permission for one organization is none for another.
    await owner.may([
      ...all.filter(({ permission }) => permission !== 'ORGANIZATION:Delete'),
      { permission: 'ORGANIZATION:Delete', entityId: other.clientId },
    ]);
    expect((await owner.who.get(`/client/${gone.clientId}/delete/plan`)).status).toBe(403);
    expect((await owner.who.delete(`/client/${gone.clientId}`)).status).toBe(403);
    await owner.may(all.filter(({ permission }) => permission !== 'ORGANIZATION:Delete'));
    expect((await owner.who.get(`/client/${gone.clientId}/delete/plan`)).status).toBe(403);
    const id = await deletedId(`/client/${gone.clientId}`);
    expect((await owner.who.get('/deletion')).body).toEqual([]);
    expect((await owner.who.post(`/deletion/${id}/undo`)).status).toBe(404);
    await owner.may(all.filter(({ permission }) => permission !== 'NODE:Delete'));
    expect((await owner.who.post(`/deletion/${id}/undo`)).status).toBe(404);
    await owner.may(all);
    expect((await owner.who.post(`/deletion/${id}/undo`)).status).toBe(200);
  });
});

describe('deleted devices', { timeout: 120_000 }, () => {
  it('are as they were after the undo', async () => {
    const { nodeId, vmHostId } = await site();
    const before = await everyRow();
    const { body } = await admin.post('/device/delete', { nodeIds: [nodeId, vmHostId] });
    expect((await admin.get(`/device/${nodeId}`)).status).toBe(404);
    expect((await admin.post(`/deletion/${Number(body.deletionId)}/undo`)).status).toBe(200);
    expect(await everyRow()).toEqual(before);
  });

  it('stay while one of them is the delegate of a VM host that stays (F10-12, F10-21)', async () => {
    const { delegateId, vmHostId } = await site();
    const blocked = await admin.post('/device/delete/plan', { nodeIds: [delegateId] });
    expect(blocked.body).toMatchObject({ verdict: 'BLOCKED', blockers: [{ code: 'delegate_has_vm_hosts' }] });
    const refused = await admin.post('/device/delete', { nodeIds: [delegateId] });
    expect(refused.body.errorCode).toBe('delegate_has_vm_hosts');
    const both = await admin.post('/device/delete/plan', { nodeIds: [delegateId, vmHostId] });
    expect(both.body).toMatchObject({ verdict: 'POSSIBLE', blockers: [] });
    expect(both.body.warnings).not.toContainEqual(expect.objectContaining({ code: 'GUESTS_COME_BACK' }));
    const { rows } = await server.services.database.execute<{ id: number }>(
      sql`select node_id as id from vm_guest where host_node_id = ${vmHostId}`,
    );
    const guest = await admin.post('/device/delete/plan', { nodeIds: rows.map(({ id }) => id) });
    expect(guest.body.warnings).toContainEqual(expect.objectContaining({ code: 'GUESTS_COME_BACK' }));
  });
});

describe('the plan', () => {
  it('counts devices (F10-15) and warns with code and message (F10-14)', async () => {
    const { clientId } = await site();
    expect((await admin.get(`/client/${clientId}/deviceCount`)).body).toEqual({ deviceCount: 5 });
    expect((await admin.get(`/client/${clientId}/delete/warning`)).body).toContainEqual({
      code: 'ALERTS_OPEN',
      message: expect.any(String),
    });
  });

  it('counts every table that reaches an organization, or says why it does not', async () => {
    const { rows } = await server.services.database.execute<{ name: string }>(sql`
      with recursive reach(id) as (
        select 'organization'::regclass::oid
        union select k.conrelid from pg_constraint k join reach r on k.confrelid = r.id where k.contype = 'f'
      ) select id::regclass::text as name from reach where id <> 'organization'::regclass order by 1`);
    const known = new Set([...Object.values(counted).flatMap(({ tables }) => tables), ...Object.keys(leftOut)]);
    expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([
    ['app_user', leftOutOfUsers],
    ['policy', leftOutOfPolicies],
    ['ticket_template', {}],
  ])('counts every table that refers to %s, or says why it does not', async (table, reasons) => {
    const { rows } = await server.services.database.execute<{ name: string }>(sql`
      select distinct k.conrelid::regclass::text as name from pg_constraint k
      where k.contype = 'f' and k.confrelid = ${table}::regclass order by 1`);
    const known = new Set([...Object.values(counted).flatMap(({ tables }) => tables), ...Object.keys(reasons)]);
    expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  });
});

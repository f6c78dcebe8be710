import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
}, 60_000);
afterAll(() => server.close());

describe('policies', () => {
  it('stores what was entered, and lists it by name', async () => {
    const { policy } = (await admin.post('/policy', { name: ' Second ', notes: 'With notes.' })).body;
    expect(policy).toMatchObject({ name: 'Second', notes: 'With notes.', revision: 1 });
    await admin.post('/policy', { name: 'First' });
    const list = (await admin.get('/policy')).body as never as { name: string; notes: string }[];
    expect(list.map(({ name, notes }) => [name, notes])).toEqual([
      ['First', ''],
      ['Second', 'With notes.'],
    ]);
  });

  it('names the field that is wrong', async () => {
    expect((await admin.post('/policy', { name: ' ' })).body.fields).toHaveProperty('/name');
    expect((await admin.post('/policy', { name: 'x'.repeat(101) })).body.fields).toHaveProperty('/name');
  });

  it('changes and removes a policy, each with its audit row', async () => {
    const { policy } = (await admin.post('/policy', { name: 'Third' })).body;
    const id = Number(policy?.id);
    expect((await admin.put(`/policy/${id}`, { name: 'Renamed' })).body.policy).toMatchObject({
      name: 'Renamed',
      revision: 2,
    });
    expect((await admin.delete(`/policy/${id}`)).status).toBe(200);
    expect((await admin.get(`/policy/${id}`)).status).toBe(404);
    const { rows } = await server.services.database.execute<{ action: string }>(
      sql`select action from audit where entity_type = 'POLICY' and entity_id = ${String(id)} order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['CREATED', 'UPDATED', 'DELETED'].map((what) => `POLICY_${what}`));
  });
});

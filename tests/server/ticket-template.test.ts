import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { addPerson, usedPermissions } from '../contract/site.ts';
import { purgeNow } from './purge-now.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
beforeEach(async () => {
  server ??= await startTestServer();
  admin ??= await server.signInAsAdmin();
  await server.services.database.execute(sql`delete from ticket_template`);
});
afterAll(() => server.close());

const add = async (name: string, more = {}) => {
  const { body } = await admin.post('/tickettemplate', { name, ...more });
  return Number(body.ticketTemplate?.id);
};
const defaults = async () => {
  const list = (await admin.get('/tickettemplate')).body as never as { name: string; isDefault: boolean }[];
  return list.filter(({ isDefault }) => isDefault).map(({ name }) => name);
};

describe('ticket templates', () => {
  it('stores what was entered, and lists it by name (F21-08, F21-13, F21-14)', async () => {
    const { body } = await admin.post('/tickettemplate', {
      name: ' Second ',
      content: 'Call first.',
      ticketTitleCustomText: 'Urgent',
    });
    expect(body).toMatchObject({ resultCode: 'SUCCESS', ticketTemplateId: body.ticketTemplate?.id });
    expect(body.ticketTemplate).toMatchObject({
      name: 'Second',
      content: 'Call first.',
      ticketTitleCustomText: 'Urgent',
      isDefault: true,
      revision: 1,
    });
    await add('First');
    const list = (await admin.get('/tickettemplate')).body as never as { name: string; content: string }[];
    expect(list.map(({ name, content }) => [name, content])).toEqual([
      ['First', ''],
      ['Second', 'Call first.'],
    ]);
  });

  it('names the field that is wrong', async () => {
    await add('Taken');
    const post = async (body: object) => (await admin.post('/tickettemplate', body)).body.fields;
    expect(await post({ name: ' ' })).toHaveProperty('/name');
    expect(await post({ name: 'x'.repeat(101) })).toHaveProperty('/name');
    expect(await post({ name: 'A', content: 'x'.repeat(4001) })).toHaveProperty('/content');
    expect(await post({ name: 'A', ticketTitleCustomText: 'x'.repeat(201) })).toHaveProperty('/ticketTitleCustomText');
    expect(await post({ name: 'taken' })).toHaveProperty('/name');
  });

  it('makes the first one the default while it is the only one (F21-29), and another one on request', async () => {
    const first = await add('First');
    const second = await add('Second');
    expect(await defaults()).toEqual(['First']);
    const kept = await admin.put(`/tickettemplate/${first}`, { name: 'First', isDefault: false });
    expect(kept.body.fields).toHaveProperty('/isDefault');
    expect((await admin.put(`/tickettemplate/${second}`, { name: 'Second', isDefault: true })).status).toBe(200);
    expect(await defaults()).toEqual(['Second']);
    await add('Third', { isDefault: true });
    expect(await defaults()).toEqual(['Third']);
  });

  it('does not delete the default, and says so in the plan (F10-11, F10-20)', async () => {
    const first = await add('First');
    const words = "You can't delete the default ticket template.";
    expect((await admin.get(`/tickettemplate/${first}/delete/plan`)).body).toEqual({
      verdict: 'BLOCKED',
      name: 'First',
      lines: [],
      warnings: [],
      blockers: [{ code: 'cannot_delete_default_ticket_template', message: words }],
    });
    expect((await admin.delete(`/tickettemplate/${first}`)).body).toMatchObject({ errorMessage: words });
    const second = await add('Second', { isDefault: true });
    expect((await admin.delete(`/tickettemplate/${second}`)).status).toBe(409);
    expect((await admin.delete(`/tickettemplate/${first}`)).status).toBe(200);
  });

  it('restores what was deleted unless its name was taken meanwhile, and purges it afterwards', async () => {
    await add('First');
    const second = await add('Second');
    const remove = async () => Number((await admin.delete(`/tickettemplate/${second}`)).body.deletionId);
    const deleted = await remove();
    expect((await admin.put(`/tickettemplate/${second}`, { name: 'Second' })).status).toBe(404);
    expect((await admin.delete(`/tickettemplate/${second}`)).status).toBe(404);
    const taken = await add('second');
    expect((await admin.post(`/deletion/${deleted}/undo`)).body.errorCode).toBe('ticket_template_name_in_use');
    await admin.put(`/tickettemplate/${taken}`, { name: 'Third' });
    expect((await admin.post(`/deletion/${deleted}/undo`)).body).toMatchObject({ name: 'Second' });
    expect((await admin.get(`/tickettemplate/${second}`)).body).toMatchObject({ isDefault: false });
    await remove();
    await purgeNow(server);
    const { rows } = await server.services.database.execute(sql`select 1 from ticket_template where id = ${second}`);
    expect(rows).toEqual([]);
  });

  it('lets only administrators read, delete and restore', async () => {
    await add('First');
    const id = await add('Second');
    const grace = await addPerson(server, admin, 'Grace');
    await grace.may(usedPermissions.map((permission) => ({ permission, entityId: null })));
    for (const path of ['', `/${id}`, `/${id}/delete/plan`])
      expect((await grace.who.get(`/tickettemplate${path}`)).status, path).toBe(403);
    expect((await grace.who.delete(`/tickettemplate/${id}`)).status).toBe(403);
    const { body } = await admin.delete(`/tickettemplate/${id}`);
    expect((await grace.who.get('/deletion')).body).toEqual([]);
    expect((await grace.who.post(`/deletion/${Number(body.deletionId)}/undo`)).status).toBe(404);
  });

  it('writes an audit row for each change (F21-15, F21-16)', async () => {
    await add('First');
    const id = await add('Third');
    expect((await admin.put(`/tickettemplate/${id}`, { name: 'Renamed' })).body.ticketTemplate).toMatchObject({
      name: 'Renamed',
      revision: 2,
    });
    const { body } = await admin.delete(`/tickettemplate/${id}`);
    expect((await admin.get(`/tickettemplate/${id}`)).status).toBe(404);
    await admin.post(`/deletion/${Number(body.deletionId)}/undo`);
    const { rows } = await server.services.database.execute<{ action: string }>(
      sql`select action from audit where entity_type = 'TICKET_TEMPLATE' and entity_id = ${String(id)} order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(
      ['CREATED', 'UPDATED', 'DELETED', 'RESTORED'].map((what) => `TICKET_TEMPLATE_${what}`),
    );
  });
});

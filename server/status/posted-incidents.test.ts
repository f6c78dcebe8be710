import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { monitorWorld } from '#tests/server/monitor-world.ts';
import type { Json } from '#tests/server/visitor.ts';
import { dropOldStatusIncidents } from './posted-incidents.ts';

const world = monitorWorld();
let shop: number;

beforeAll(async () => {
  shop = await world.add({ monitorName: 'shop-01.internal', enabled: false });
});

const report = (more: Record<string, unknown> = {}) => ({
  title: 'Orders delayed',
  state: 'INVESTIGATING',
  text: 'We are looking.',
  ...more,
});

async function addPage(): Promise<{ id: number; slug: string }> {
  const body = { title: 'Services', addressType: 'UNGUESSABLE', monitors: [{ monitorId: shop, name: 'Shop' }] };
  const { statusPage } = (await world.admin.post('/statuspage', body)).body;
  return { id: Number(statusPage?.id), slug: String(statusPage?.slug) };
}
async function post(pageId: number, more: Record<string, unknown> = {}): Promise<number> {
  const { status, body } = await world.admin.post(`/statuspage/${pageId}/incident`, report(more));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return Number(body.incident?.id);
}
const notices = async (slug: string) =>
  (await world.cairn.visitor().get(`/status/${slug}`)).body.notices as unknown as Json[];
const update = (pageId: number, id: number, body: Record<string, unknown>) =>
  world.admin.put(`/statuspage/${pageId}/incident/${id}`, body);

describe('an incident on a status page', () => {
  it('is read by visitors at once, and each update stands before the earlier ones', async () => {
    const { id, slug } = await addPage();
    expect(await notices(slug)).toEqual([]);
    const incident = await post(id, { title: '  Orders delayed ', text: ' We are looking. ' });
    await update(id, incident, report({ state: 'IDENTIFIED', text: 'A full disk.' }));
    const [told, ...more] = await notices(slug);
    expect(more).toEqual([]);
    expect(told).toMatchObject({
      title: 'Orders delayed',
      endedAt: null,
      updates: [
        { state: 'IDENTIFIED', text: 'A full disk.' },
        { state: 'INVESTIGATING', text: 'We are looking.' },
      ],
    });
    expect(told).not.toHaveProperty('id');
    expect((await world.admin.get(`/statuspage/${id}`)).body.openIncidents).toBe(1);
  });

  it('is corrected without another update', async () => {
    const { id, slug } = await addPage();
    const incident = await post(id, { text: 'We are loking.' });
    await update(id, incident, report({ text: 'We are looking.', correct: true }));
    expect(await notices(slug)).toMatchObject([{ updates: [{ text: 'We are looking.' }] }]);
    expect((await notices(slug))[0]?.updates).toHaveLength(1);
  });

  it('ends once it is resolved, stays on the page for 14 days, and is dropped after 90', async () => {
    const { id, slug } = await addPage();
    const incident = await post(id);
    await update(id, incident, report({ state: 'RESOLVED', text: 'Over.' }));
    expect((await notices(slug))[0]?.endedAt).toEqual(expect.any(String));
    expect((await world.admin.get(`/statuspage/${id}`)).body.openIncidents).toBe(0);
    const { database } = world.cairn.services;
    const endDaysAgo = async (days: number) => {
      await database.execute(
        sql`update status_incident set ended_at = now() - ${`${days} days`}::interval where id = ${incident}`,
      );
      // What was read is kept for a while, until the page changes.
      await database.execute(sql`update status_page set updated_at = now() where id = ${id}`);
    };
    const listed = async () => (await world.admin.get(`/statuspage/${id}/incident`)).body as unknown as Json[];
    await endDaysAgo(13);
    expect(await notices(slug)).toHaveLength(1);
    await endDaysAgo(15);
    expect(await notices(slug)).toEqual([]);
    await dropOldStatusIncidents(database, new Date());
    expect(await listed()).toHaveLength(1);
    await endDaysAgo(91);
    await dropOldStatusIncidents(database, new Date());
    expect(await listed()).toEqual([]);
  });

  it('is refused without title or message, beyond ten open ones, and beyond 50 updates', async () => {
    const { id } = await addPage();
    const refused = async (more: Record<string, unknown>) => {
      const { status, body } = await world.admin.post(`/statuspage/${id}/incident`, report(more));
      return [status, Object.keys(body.fields ?? {})];
    };
    expect(await refused({ title: ' ' })).toEqual([400, ['/title']]);
    expect(await refused({ text: ' ' })).toEqual([400, ['/text']]);
    expect(await refused({ text: 'x'.repeat(2001) })).toEqual([400, ['/text']]);
    const ids = [];
    for (let count = 0; count < 10; count += 1) ids.push(await post(id));
    expect(await refused({})).toEqual([400, ['/title']]);
    const [first = 0] = ids;
    await update(id, first, report({ state: 'RESOLVED' }));
    await post(id);
    // Opening it again would be the eleventh.
    expect((await update(id, first, report())).status).toBe(400);
    const { database } = world.cairn.services;
    const many = JSON.stringify(Array.from({ length: 50 }, () => ({ state: 'RESOLVED', text: 'x', at: new Date() })));
    await database.execute(sql`update status_incident set updates = ${many}::jsonb where id = ${first}`);
    const full = await update(id, first, report({ state: 'RESOLVED' }));
    expect([full.status, Object.keys(full.body.fields ?? {})]).toEqual([400, ['/text']]);
  });

  it('belongs to its page alone', async () => {
    const [one, other] = [await addPage(), await addPage()];
    const incident = await post(one.id);
    expect((await update(other.id, incident, report())).status).toBe(404);
    expect((await world.admin.delete(`/statuspage/${other.id}/incident/${incident}`)).status).toBe(404);
    expect(await notices(other.slug)).toEqual([]);
    expect((await world.admin.delete(`/statuspage/${one.id}/incident/${incident}`)).status).toBe(200);
    expect(await notices(one.slug)).toEqual([]);
  });

  it('is told of in the audit trail with its words', async () => {
    const { id } = await addPage();
    const incident = await post(id);
    await update(id, incident, report({ state: 'MONITORING', text: 'Repaired.' }));
    await world.admin.delete(`/statuspage/${id}/incident/${incident}`);
    const { items } = (await world.admin.get(`/activity?entityType=STATUS_PAGE&entityId=${id}`)).body;
    expect((items as unknown as Json[]).map(({ action }) => action)).toEqual([
      'STATUS_INCIDENT_REMOVED',
      'STATUS_INCIDENT_UPDATED',
      'STATUS_INCIDENT_POSTED',
      'STATUS_PAGE_CREATED',
    ]);
    const { rows } = await world.cairn.services.database.execute(
      sql`select detail from audit where action = 'STATUS_INCIDENT_UPDATED' and entity_id = ${String(id)}`,
    );
    expect(rows).toEqual([{ detail: { state: 'MONITORING', text: 'Repaired.' } }]);
  });
});

describe('the latest checks on a status page', () => {
  it('are told without how long they took, and of maintenance nothing else', async () => {
    const { id, slug } = await addPage();
    const { database } = world.cairn.services;
    await database.execute(sql`
      insert into monitor_result (monitor_id, at, ok, response_time)
      values (${shop}, now() - interval '3 minutes', true, 12), (${shop}, now() - interval '2 minutes', false, null),
        (${shop}, now() - interval '1 minute', false, null)`);
    await database.execute(sql`
      insert into maintenance_window (node_id, starts_at, ends_at, options, reason_message, set_by, set_at)
      values (${shop}, now() - interval '90 seconds', now() - interval '30 seconds', '{}', '', 'Ada', now())`);
    const { body } = await world.cairn.visitor().get(`/status/${slug}`);
    const [monitor] = body.monitors as unknown as { beats: { at: number[]; states: string }; frequency: number }[];
    expect(monitor?.beats.states).toBe('udU');
    expect(Object.keys(monitor?.beats ?? {}).toSorted()).toEqual(['at', 'states']);
    expect(monitor?.frequency).toBeGreaterThan(0);
    expect(id).toBeGreaterThan(0);
  });
});

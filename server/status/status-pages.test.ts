import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '#tests/server/harness.ts';
import { failedCondition, monitorWorld, until } from '#tests/server/monitor-world.ts';
import type { Json } from '#tests/server/visitor.ts';

const world = monitorWorld();
let shop: number;
let portal: number;
let visitor: ReturnType<typeof world.cairn.visitor>;

beforeAll(async () => {
  shop = await world.add({ monitorName: 'shop-01.internal' });
  portal = await world.add({ monitorName: 'portal-01.internal' });
  await Promise.all([world.checked(shop), world.checked(portal)]);
  visitor = world.cairn.visitor();
});

const page = (more: Record<string, unknown> = {}) => ({
  title: 'Our services',
  addressType: 'UNGUESSABLE',
  monitors: [{ monitorId: shop, name: 'Web shop' }],
  ...more,
});

async function add(more: Record<string, unknown> = {}): Promise<Json> {
  const { status, body } = await world.admin.post('/statuspage', page(more));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.statusPage as Json;
}

const read = (slug: unknown, query = '') => visitor.get(`/status/${String(slug)}${query}`);

describe('a status page', () => {
  it('has an address that nobody can guess unless somebody chose words', async () => {
    const [made, another, chosen] = [
      await add(),
      await add(),
      await add({ addressType: 'CHOSEN', slug: 'our-services', monitors: [{ monitorId: portal, name: 'Portal' }] }),
    ];
    expect(String(made.slug)).toMatch(/^[\w-]{22}$/);
    expect(made.slug).not.toBe(another.slug);
    expect(chosen.slug).toBe('our-services');
    const taken = await world.admin.post('/statuspage', page({ addressType: 'CHOSEN', slug: 'our-services' }));
    expect([taken.status, taken.body.fields]).toEqual([400, { '/slug': 'Another status page has this address.' }]);
  });

  it('names the field that is wrong', async () => {
    const refused = async (more: Record<string, unknown>) =>
      Object.keys((await world.admin.post('/statuspage', page(more))).body.fields ?? {});
    expect(await refused({ title: ' ' })).toEqual(['/title']);
    expect(await refused({ addressType: 'CHOSEN', slug: 'Not Words' })).toEqual(['/slug']);
    expect(await refused({ addressType: 'CHOSEN' })).toEqual(['/slug']);
    expect(await refused({ monitors: [] })).toEqual(['/monitors']);
    expect(await refused({ monitors: [{ monitorId: 999_999, name: 'Nobody' }] })).toEqual(['/monitors/0/monitorId']);
    const twice = [shop, shop].map((monitorId) => ({ monitorId, name: 'Web shop' }));
    expect((await refused({ monitors: twice }))[0]).toMatch(/^\/monitors/);
  });

  it('keeps a made address when it is changed, and gets another when asked: the old one is gone', async () => {
    const { id, slug } = await add();
    const saved = await world.admin.put(`/statuspage/${String(id)}`, page({ title: 'Renamed' }));
    expect(saved.body.statusPage).toMatchObject({ slug, title: 'Renamed' });
    expect((await read(slug)).body.title).toBe('Renamed');
    const renewed = await world.admin.post(`/statuspage/${String(id)}/address`);
    expect((await read(slug)).status).toBe(404);
    expect((await read(renewed.body.statusPage?.slug)).status).toBe(200);
  });

  it('gives up chosen words for an address that nobody tried before', async () => {
    const { id } = await add({ addressType: 'CHOSEN', slug: 'well-known' });
    const saved = await world.admin.put(`/statuspage/${String(id)}`, page());
    expect(saved.body.statusPage?.slug).not.toBe('well-known');
    expect((await read('well-known')).status).toBe(404);
  });

  it('loses a monitor that is deleted, and is gone once it is removed', async () => {
    const gone = await world.add({ monitorName: 'Short-lived' });
    const { id, slug } = await add({
      monitors: [
        { monitorId: shop, name: 'Web shop' },
        { monitorId: gone, name: 'Gone' },
      ],
    });
    await world.admin.delete(`/cloudmonitor/${gone}`);
    const now = await world.admin.get(`/statuspage/${String(id)}`);
    expect(now.body.monitors).toMatchObject([{ monitorId: shop, monitorName: 'shop-01.internal', clientName: 'Acme' }]);
    expect((await world.admin.delete(`/statuspage/${String(id)}`)).status).toBe(200);
    expect((await read(slug)).status).toBe(404);
    expect((await world.admin.get(`/statuspage/${String(id)}`)).status).toBe(404);
  });

  it('is told of in the audit trail, without its address', async () => {
    const { id, slug } = await add({ title: 'Told of' });
    const trail = (await world.admin.get(`/activity?entityType=STATUS_PAGE&entityId=${String(id)}`)).body;
    expect(JSON.stringify(trail)).toContain('Added the status page “Told of”');
    expect(JSON.stringify(trail)).not.toContain(String(slug));
  });
});

describe('what anybody may read', () => {
  it('tells how each monitor stands under its public name, and nothing else of it', async () => {
    const { slug } = await add({ monitors: [{ monitorId: shop, name: 'Web shop' }] });
    const { status, body, headers } = await read(slug, '?zone=Europe/Berlin');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=10');
    expect(body).toMatchObject({ title: 'Our services', state: 'up', incidents: [] });
    expect(body.monitors).toHaveLength(1);
    expect(body.monitors?.[0]).toMatchObject({ name: 'Web shop', status: 'up', day: 1, quarter: 1 });
    expect((body.hours as unknown as string[]).length).toBe(24);
    expect((body.days as unknown as string[]).length).toBe(90);
    const text = JSON.stringify(body);
    for (const secret of ['shop-01', 'internal', '127.0.0.1', 'Acme', 'monitorId', 'clientName'])
      expect(text).not.toContain(secret);
  });

  it('asks for no session, says so of an unknown address, and of a page that is turned off at once', async () => {
    const { id, slug } = await add();
    expect((await read(slug)).status).toBe(200);
    await world.admin.put(`/statuspage/${String(id)}`, page({ enabled: false }));
    const off = await read(slug);
    const unknown = await read('nothing-here');
    expect([off.status, off.body]).toEqual([unknown.status, unknown.body]);
    expect([unknown.status, unknown.body.errorCode]).toEqual([404, 'not_found']);
    expect(unknown.headers.get('cache-control')).toBe('no-store');
  });

  it('tells of an outage by its kind, and of neither error nor target', async () => {
    world.status = 500;
    const broken = await world.add({ monitorName: 'broken.internal', conditions: [failedCondition()] });
    await until(
      () => world.read(broken),
      (each) => Number(each.openAlertCount) === 1,
    );
    const { slug } = await add({
      monitors: [
        { monitorId: shop, name: 'Web shop' },
        { monitorId: broken, name: 'Booking' },
      ],
    });
    const { body } = await read(slug);
    world.status = 200;
    expect(body).toMatchObject({ state: 'partial', incidents: [{ name: 'Booking', kind: 'outage', until: null }] });
    expect(JSON.stringify(body)).not.toMatch(/500|broken|Website|condition|message/i);
  });

  it('says that nothing is known of paused monitors', async () => {
    const paused = await world.add({ monitorName: 'Paused', enabled: false });
    const { slug } = await add({ monitors: [{ monitorId: paused, name: 'Archive' }] });
    expect((await read(slug)).body).toMatchObject({
      state: 'unknown',
      monitors: [{ status: 'paused', since: null, day: null }],
    });
  });

  it('counts hours that were rolled up, five minutes and single checks, each once', async () => {
    const { database } = world.cairn.services;
    const id = await world.add({ monitorName: 'Old', enabled: false });
    const { slug } = await add({ monitors: [{ monitorId: id, name: 'Old' }] });
    const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    const at = (milliseconds: number) => new Date(milliseconds).toISOString();
    const mark = (resolution: number, through: number) => sql`
      insert into monitor_rollup_mark (resolution, through) values (${resolution}, ${at(through)})
      on conflict (resolution) do update set through = excluded.through`;
    await database.execute(mark(3600, hour - 3_600_000));
    await database.execute(mark(300, hour - 1_800_000));
    const rollup = (resolution: number, begun: number, checks: number, up: number) => sql`
      insert into monitor_rollup (monitor_id, resolution, at, checks, up, timed, response_sum)
      values (${id}, ${resolution}, ${at(begun)}, ${checks}, ${up}, 0, 0)`;
    // A day ago in hours; the same again in five minutes must not count twice.
    await database.execute(rollup(3600, hour - 25 * 3_600_000, 60, 30));
    await database.execute(rollup(300, hour - 25 * 3_600_000, 5, 0));
    await database.execute(rollup(300, hour - 3_000_000, 5, 5));
    await database.execute(
      sql`insert into monitor_result (monitor_id, at, ok) values (${id}, ${at(hour - 1_500_000)}, false), (${id}, ${at(hour - 3_000_000)}, false)`,
    );
    const { body } = await read(slug, '?zone=UTC');
    const [monitor] = body.monitors as unknown as { day: number; quarter: number; hours: (number | null)[] }[];
    expect(monitor?.day).toBeCloseTo(5 / 6);
    expect(monitor?.quarter).toBeCloseTo(35 / 66);
    expect(monitor?.hours.at(-2)).toBeCloseTo(5 / 6);
    expect(monitor?.hours.at(-1)).toBeNull();
  });

  it('refuses a zone that is none, and takes any spelling of one', async () => {
    const { slug } = await add();
    const wrong = await read(slug, '?zone=Mars/Olympus');
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['/zone']]);
    expect((await read(slug, '?zone=asia/kolkata')).status).toBe(200);
  });

  it('lets nobody but administrators see or change the pages themselves', async () => {
    const { id } = await add();
    for (const answer of [
      await visitor.get('/statuspage'),
      await visitor.get(`/statuspage/${String(id)}`),
      await visitor.get('/statuspage/monitor'),
      await visitor.post('/statuspage', page()),
      await visitor.delete(`/statuspage/${String(id)}`),
    ])
      expect(answer.status).toBe(401);
  });

  it('is asked for so often from one address and no oftener', async () => {
    const server = await startTestServer({ rateLimits: true });
    const stranger = server.visitor();
    const statuses: number[] = [];
    for (let count = 0; count < 301; count += 1) statuses.push((await stranger.get('/status/nothing-here')).status);
    expect(new Set(statuses.slice(0, 300))).toEqual(new Set([404]));
    expect(statuses.at(-1)).toBe(429);
    await server.close();
  });

  it('is not found by what no address can be', async () => {
    for (const slug of ['%00', 'a%00b', '%F0%9F%92%A9', '..%2F..', "';--"])
      expect([400, 404]).toContain((await visitor.get(`/status/${slug}`)).status);
    expect([404, 414]).toContain((await visitor.get(`/status/${'a'.repeat(300)}`)).status);
  });
});

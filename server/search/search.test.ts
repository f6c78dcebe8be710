import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UserActor } from '../access/actor.ts';
import { node } from '../database/schema/nodes.ts';
import { monitorWorld } from '#tests/server/monitor-world.ts';
import { addRecentSearch, listRecentSearches } from './recent.ts';
import { quickSearch } from './search.ts';

const world = monitorWorld();
const now = new Date();
let device: number;
let other: { clientId: number; locationId: number };

const db = () => world.cairn.services.database;
const admin: UserActor = { kind: 'user', userId: 1, email: 'ada@example.com', name: 'Ada', sysadmin: true, grants: [] };
const asking = (actor: UserActor) => ({ db: db(), actor, services: world.cairn.services });
const technician = (clientId: number | null): UserActor => ({
  ...admin,
  sysadmin: false,
  grants: [
    { permission: 'ORGANIZATION:View', entityId: clientId },
    { permission: 'NODE:View', entityId: clientId },
  ],
});
const found = async (query: string, actor: UserActor = admin, more: object = {}) => {
  const { exact, suggested } = await quickSearch(asking(actor), { query, ...more }, now);
  return { exact: exact.map(({ name }) => name), suggested: suggested.map(({ name }) => name) };
};

beforeAll(async () => {
  const { body } = await world.admin.post('/client', { name: 'Brightwater', locations: [{ name: 'Harbour depot' }] });
  other = { clientId: Number(body.client?.id), locationId: Number(body.client?.locations?.[0]?.id) };
  await world.add({ monitorName: 'Gateway ping' });
  const { rows } = await db().execute<{ id: number }>(sql`
    insert into node (name, friendly_name, node_class, node_type, organization_id, location_id, ip_addresses, bios_serial_number)
    values ('srv-exchange-01', '', 'WINDOWS_SERVER', 'AGENT', ${other.clientId}, ${other.locationId}, '{10.20.30.40}', 'SN-778-XZ')
    returning id`);
  device = Number(rows[0]?.id);
});

describe('the search over everything', () => {
  it('finds devices, monitors, organizations, locations and technicians (A11)', async () => {
    expect((await found('exchange')).exact).toEqual(['srv-exchange-01']);
    expect((await found('gateway')).exact).toEqual(['Gateway ping']);
    expect((await found('bright')).exact).toContain('Brightwater');
    expect((await found('harbour')).exact).toContain('Harbour depot');
    expect((await found('ada@')).exact).toHaveLength(1);
  });

  it('finds a device by address and serial number, and says which matched (C05-26, A11)', async () => {
    const { exact } = await quickSearch(asking(admin), { query: '10.20.30' }, now);
    expect(exact).toMatchObject([
      { id: device, type: 'DEVICE', matchAttr: 'ipAddress', matchAttrValue: '10.20.30.40', score: 100 },
    ]);
    expect((await quickSearch(asking(admin), { query: 'sn-778' }, now)).exact[0]?.matchAttr).toBe('biosSerialNumber');
  });

  it('tolerates a typing error, as a suggestion (C05-46, A11)', async () => {
    expect(await found('gatewy')).toEqual({ exact: [], suggested: ['Gateway ping'] });
    expect((await found('exchnage')).suggested).toContain('srv-exchange-01');
    expect((await found('brigthwater')).suggested).toContain('Brightwater');
    expect(await found('zzzzzz')).toEqual({ exact: [], suggested: [] });
  });

  it('shows only what the person may see (C05-36, A11)', async () => {
    const here = technician(world.place.clientId);
    expect(await found('exchange', here)).toEqual({ exact: [], suggested: [] });
    expect(await found('harbour', here)).toEqual({ exact: [], suggested: [] });
    expect(await found('brightwater', here)).toEqual({ exact: [], suggested: [] });
    expect(await found('ada@', here)).toEqual({ exact: [], suggested: [] });
    expect((await found('exchange', technician(null))).exact).toEqual(['srv-exchange-01']);
  });

  it('narrows to a kind and to an organization, and takes wildcards literally (C05-39, A11)', async () => {
    expect(await found('gateway', admin, { filter: 'DEVICE' })).toEqual({ exact: [], suggested: [] });
    expect((await found('gateway', admin, { filter: 'MONITOR' })).exact).toEqual(['Gateway ping']);
    expect(await found('exchange', admin, { filters: { clientId: world.place.clientId } })).toEqual({
      exact: [],
      suggested: [],
    });
    expect((await found('%%')).exact).toEqual([]);
    expect((await found('__')).exact).toEqual([]);
  });

  it('runs no search for a single letter (C05-35)', async () => {
    expect(await found(' g ')).toEqual({ exact: [], suggested: [] });
  });

  it('is served by its indexes, so that 100,000 rows are no slower to search (A11)', async () => {
    const plan = await db().transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      const { rows } = await tx.execute<{ plan: string }>(
        sql`explain select id from node where ${node.words} like '%gatew%'`,
      );
      return JSON.stringify(rows);
    });
    expect(plan).toContain('node_search');
  });

  it('answers over HTTP, to nobody who is not signed in', async () => {
    const { body } = await world.admin.post('/qsearch', { query: 'gateway' });
    expect(body).toMatchObject({ toleratesTypos: true, exact: [{ name: 'Gateway ping' }] });
    expect((await world.cairn.visitor().post('/qsearch', { query: 'gateway' })).status).toBe(401);
  });
});

describe('recent searches', () => {
  it('keeps the latest first and each once, and forgets the oldest (C05-41, C05-42)', async () => {
    for (let page = 1; page <= 10; page += 1)
      await addRecentSearch(
        db(),
        admin,
        { name: `Page ${page}`, type: 'ADMINISTRATION', route: `/page/${page}` },
        new Date(page),
      );
    await addRecentSearch(db(), admin, { name: 'Page 5', type: 'ADMINISTRATION', route: '/page/5' }, new Date(99));
    const recent = await listRecentSearches(db(), admin);
    expect(recent.map(({ name }) => name)).toEqual([
      'Page 5',
      'Page 10',
      'Page 9',
      'Page 8',
      'Page 7',
      'Page 6',
      'Page 4',
      'Page 3',
    ]);
  });

  it('shows what it found under its name of today, and no more once it may not be seen (A11)', async () => {
    await world.admin.post('/qsearch/recent', { id: device, name: 'an old name', type: 'DEVICE' });
    const { body } = await world.admin.get('/qsearch/recent');
    expect((body as unknown as { name: string }[])[0]).toMatchObject({ name: 'srv-exchange-01', id: device });
    const names = async (actor: UserActor) => (await listRecentSearches(db(), actor)).map(({ name }) => name);
    expect(await names(technician(world.place.clientId))).not.toContain('srv-exchange-01');
    expect(await names(technician(null))).toContain('srv-exchange-01');
  });
});

describe('without pg_trgm', () => {
  it('finds what contains the text, and says that spelling counts (A11)', async () => {
    await db().execute(sql`drop extension pg_trgm cascade`);
    const later = new Date(now.getTime() + 3_600_000);
    const reply = await quickSearch(asking(admin), { query: 'gateway' }, later);
    expect(reply).toMatchObject({ toleratesTypos: false, exact: [{ name: 'Gateway ping' }] });
    expect((await quickSearch(asking(admin), { query: 'gatewy' }, later)).suggested).toEqual([]);
  });
});

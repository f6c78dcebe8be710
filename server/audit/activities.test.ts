import { sql } from 'drizzle-orm';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkImport } from '#tests/server/upload-file.ts';
import { monitorWorld } from '#tests/server/monitor-world.ts';
import { importToEnd } from '#tests/server/run-to-end.ts';
import { addPerson } from '#tests/contract/site.ts';
import type { Json, Visitor } from '#tests/server/visitor.ts';
import type { Actor } from '../access/actor.ts';
import { listActivities } from './activities.ts';
import { organizationTypes } from './organization-of.ts';

const world = monitorWorld();
const seeing = 'SYSTEM:Configuration.Activities.Access';
let shop: number;
let limited: Visitor;
let foreign: { clientId: number; locationId: number };

beforeAll(async () => {
  const { client } = (await world.admin.post('/client', { name: 'Foreign', locations: [{ name: 'Elsewhere' }] })).body;
  foreign = { clientId: Number(client?.id), locationId: Number(client?.locations?.[0]?.id) };
  const grants = ['ORGANIZATION:View', 'NODE:View', 'NODE:Update', 'NODE:Create'].map((permission) => ({
    permission,
    entityId: world.place.clientId,
  }));
  const grace = await addPerson(world.cairn, world.admin, 'Grace');
  await grace.may([...grants, { permission: seeing, entityId: null }]);
  limited = grace.who;
  shop = await world.add({ monitorName: 'Shop', enabled: false });
});

const list = async (who: Visitor, query = '') =>
  (await who.get(`/activity?limit=500&${query}`)).body.items as unknown as Json[];

describe('an activity', () => {
  it('names what it is about as it stands now, and nothing that is gone (B)', async () => {
    const gone = await world.add({ monitorName: 'Short-lived', enabled: false });
    await world.admin.delete(`/cloudmonitor/${gone}`);
    const rows = await list(world.admin, 'entityType=CLOUD_MONITOR');
    const about = (id: number) =>
      rows.filter(({ entityId }) => String(entityId) === String(id)).map(({ entity }) => entity);
    expect(about(shop)).toEqual([{ name: 'Shop' }]);
    expect(about(gone)).toEqual([null, null]);
    expect(await list(world.admin, 'entityType=ORGANIZATION')).toMatchObject([
      { entity: { name: 'Foreign' } },
      { entity: { name: 'Acme' } },
    ]);
  });

  it('says what an edit changed, in the words of the screens, and never a secret (B)', async () => {
    const { body } = await world.admin.get(`/cloudmonitor/${shop}`);
    const typed = {
      ...world.http({ monitorName: 'Web shop', enabled: false }),
      frequency: 300,
      authenticationType: 'BASIC',
      httpUsername: 'cairn',
      httpPassword: 'very secret words',
      requestHeaders: [{ name: 'X-Key', value: 'token-123' }],
      conditions: [],
    };
    expect(Number(body.frequency)).not.toBe(300);
    expect((await world.admin.put(`/cloudmonitor/${shop}`, typed)).status).toBe(200);
    const [latest] = await list(world.admin, `entityType=CLOUD_MONITOR&entityId=${shop}`);
    const changes = latest?.changes as unknown as { field: string; from: string | null; to: string | null }[];
    const of = (field: RegExp) => changes.filter((each) => field.test(each.field));
    expect(of(/^Monitor name$/)).toEqual([{ field: 'Monitor name', from: 'Shop', to: 'Web shop' }]);
    expect(of(/frequency/i)).toEqual([{ field: 'Frequency', from: '1 hour', to: '5 minutes' }]);
    expect(of(/password/i)).toMatchObject([{ from: null, to: null }]);
    expect(of(/header/i)).toMatchObject([{ from: null, to: null }]);
    expect(JSON.stringify(latest)).not.toMatch(/very secret|token-123/);
  });

  it('tells once what an import did, by counts (B)', async () => {
    const place = { organization: 'Acme', location: 'Main office', monitorType: 'PING', enabled: false };
    await world.add({ monitorName: 'There', enabled: false });
    const there = { organization: 'Acme', location: 'Main office', monitorName: 'There', frequency: 120 };
    const rows = [
      { ...place, monitorName: 'One', hostname: 'one.example' },
      { ...place, monitorName: 'Two', hostname: 'two.example' },
      { ...place, monitorName: 'Three' },
      there,
    ];
    const { body } = await checkImport(world.admin, { fileName: 'shops.json', content: JSON.stringify(rows) });
    for (let call = 0; call < 2; call += 1) await importToEnd(world.admin, Number(body.id));
    const about = (await list(world.admin, 'entityType=CLOUD_MONITOR')).filter(
      ({ action }) => String(action) === 'CLOUD_MONITORS_IMPORTED',
    );
    expect(about).toMatchObject([
      {
        summary: 'Imported monitors: 2 added, 1 changed, 1 refused, from “shops.json”',
        entityId: null,
        entity: null,
      },
    ]);
  });

  it('says that a secret of an HTTP notification channel was replaced, and never which (B)', async () => {
    const channel = (more: object) => ({
      name: 'Desk',
      channelType: 'HTTP',
      service: 'CUSTOM',
      method: 'POST',
      address: 'https://desk.example/in',
      contentType: 'JSON',
      body: '{"text": "{{title}}"}',
      headers: [{ name: 'Authorization', value: 'Bearer {{secret}}' }],
      ...more,
    });
    const added = await world.admin.post('/notificationchannel', channel({ secretValue: 'first-word' }));
    const path = `/notificationchannel/${String(added.body.channel?.id)}`;
    const latest = async () => (await list(world.admin, 'entityType=NOTIFICATION_CHANNEL'))[0];
    await world.admin.put(path, channel({ secretValue: 'second-word' }));
    expect((await latest())?.changes).toEqual([{ field: 'Secret', from: null, to: null }]);
    await world.admin.put(path, channel({ secretValue: ' ' }));
    expect((await latest())?.changes).toEqual([]);
    expect(JSON.stringify(await list(world.admin))).not.toMatch(/first-word|second-word/);
  });

  it('is searched by an index, not by reading every row (B)', async () => {
    const { database, screens } = world.cairn.services;
    const sysadmin: Actor = { kind: 'user', userId: 1, email: '', name: '', sysadmin: true, grants: [] };
    const reads = await database.transaction(async (tx) => {
      // On a short trail a sequential scan is cheaper, so disable all plans except those that use the index.
      for (const way of ['seqscan', 'indexscan', 'indexonlyscan'])
        await tx.execute(sql.raw(`set local enable_${way} = off`));
      const scans = async () => {
        const counted = sql`select seq_scan as whole, idx_scan as some from pg_stat_xact_user_tables where relname = 'audit'`;
        const [row] = (await tx.execute(counted)).rows;
        return [Number(row?.['whole'] ?? 0), Number(row?.['some'] ?? 0)] as const;
      };
      const before = await scans();
      const { total } = await listActivities(tx, sysadmin, screens, { search: 'Shop' });
      expect(total).toBeGreaterThan(0);
      const after = await scans();
      return { whole: after[0] - before[0], some: after[1] - before[1] };
    });
    expect(reads.whole).toBe(0);
    expect(reads.some).toBeGreaterThan(0);
  });

  it('is found by who did it, by kind and by day (B)', async () => {
    const added = await limited.post('/cloudmonitor', world.http({ monitorName: 'By Grace', enabled: false }));
    const people = (await world.admin.get('/activity/person')).body as unknown as { id: number; name: string }[];
    const grace = people.find(({ name }) => !name.startsWith('Ada'));
    const byGrace = await list(world.admin, `userId=${grace?.id}&entityType=CLOUD_MONITOR`);
    expect(byGrace.map(({ entityId }) => entityId)).toEqual([String(added.body.cloudMonitor?.id)]);
    const hour = (offset: number) => encodeURIComponent(new Date(Date.now() + offset * 3_600_000).toISOString());
    expect(await list(world.admin, `from=${hour(1)}`)).toEqual([]);
    expect(await list(world.admin, `to=${hour(-1)}`)).toEqual([]);
    expect((await list(world.admin, `from=${hour(-1)}&to=${hour(1)}`)).length).toBeGreaterThan(3);
    expect((await list(world.admin, 'userId=0')).every(({ actorName }) => String(actorName) !== 'Ada Byron')).toBe(
      true,
    );
  });

  it('of another organization is seen by nobody else, whatever is asked, and neither are its people', async () => {
    const hidden = await world.add({ ...foreign, monitorName: 'Hidden', enabled: false });
    for (const query of ['', 'entityType=CLOUD_MONITOR', `entityId=${hidden}`, 'userId=1', 'from=2000-01-01T00:00:00Z'])
      expect(JSON.stringify(await list(limited, query)), query).not.toMatch(/Hidden|Foreign/);
    const { body } = await limited.get('/activity/person');
    // Ada changed entities of Acme.
    expect((body as unknown as { name: string }[]).map(({ name }) => name)).toContain('Ada Byron');
    const dan = await addPerson(world.cairn, world.admin, 'Dan');
    await dan.may([{ permission: seeing, entityId: null }]);
    const own = (await dan.who.get('/activity/person')).body as unknown as { name: string }[];
    expect(own.map(({ name }) => name)).not.toContain('Ada Byron');
  });

  it('tells no name of what moved to an organization that the reader does not see', async () => {
    const moving = await world.add({ monitorName: 'Moving', enabled: false });
    expect((await list(limited, `entityId=${moving}`))[0]?.entity).toEqual({ name: 'Moving' });
    const moved = { ...world.http({ monitorName: 'Renamed there', enabled: false }), ...foreign };
    expect((await world.admin.put(`/cloudmonitor/${moving}`, moved)).status).toBe(200);
    expect(JSON.stringify(await list(limited, `entityId=${moving}`))).not.toContain('Renamed there');
  });
});

it('knows for each type of the trail whether it belongs to an organization (B)', () => {
  const division = new Set([
    'API_KEY',
    'AUDIT',
    'DIVISION',
    'FLOW',
    'NOTIFICATION_CHANNEL',
    'POLICY',
    'RUN',
    'SCREEN',
    'SCRIPT',
    'SCRIPT_CATEGORY',
    'STATUS_PAGE',
    'TICKET_TEMPLATE',
    'USER',
    'WEBHOOK',
    'WORDS',
  ]);
  const folder = join(import.meta.dirname, '..');
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/entityType(?::| =) '([A-Z_]+)'/g)])
    .map(([, type = '']) => type);
  expect(written.length).toBeGreaterThan(20);
  expect([...new Set(written)].filter((type) => !division.has(type)).toSorted()).toEqual(organizationTypes.toSorted());
});

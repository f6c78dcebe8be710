// The load of agent devices: what is stored of it, how it is rolled up and pruned, and who reads it.
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PerformanceSample } from '#api/contract/agent-methods/performance.ts';
import { rpcCodes } from '#api/contract/json-rpc.ts';
import { addPerson, type Person } from '#tests/contract/site.ts';
import { greetedSocket, openSocket, startAgent, startSite, until } from '#tests/server/agent-rig.ts';
import { purgeNow } from '#tests/server/purge-now.ts';
import { startTestServer } from '#tests/server/harness.ts';
import type { Json } from '#tests/server/visitor.ts';
import { kept } from '../monitors/results/rollup.ts';
import { pruneSamples } from './prune-samples.ts';
import { mostSeries, storeSamples } from './store-samples.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let stranger: Person;
let id: number;
let key: string;
beforeAll(async () => {
  site = await startSite();
  const { body } = await site.admin.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }] });
  stranger = await addPerson(site.server, site.admin, 'Stranger');
  await stranger.may(
    ['ORGANIZATION:View', 'NODE:View'].map((permission) => ({ permission, entityId: Number(body['client']?.['id']) })),
  );
});
beforeEach(async () => {
  ({ nodeId: id, key } = await site.enrolled());
});

const minute = 60_000;
const database = () => site.server.services.database;
const sample = (ago: number, cpu: number, more: Partial<PerformanceSample> = {}, now = Date.now()) => ({
  at: new Date(now - ago * minute).toISOString(),
  cpu,
  memory: 0.5,
  volumes: [],
  ...more,
});
const store = (samples: PerformanceSample[], now = new Date(), to = database()) =>
  storeSamples(to, id, { sentAt: now.toISOString(), samples }, now);
async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await database().execute<{ count: number }>(
    sql.raw(`select count(*)::int as count from ${table} where ${where}`),
  );
  return rows[0]?.count ?? 0;
}
const ofDevice = () => `series_id in (select id from performance_series where node_id = ${id})`;
const read = async (range = 'day') => (await site.admin.get(`/device/${id}/performance?range=${range}`)).body;
const series = async (range = 'day') => (await read(range))['series'] as unknown as Json[];
const points = (of: Json | undefined) => (of?.['points'] ?? []) as unknown as Json[];

describe('the load of a device', () => {
  it('is what its agent reports: current values and points', async () => {
    const volumes = [
      { mount: '/srv', size: 4000, used: 1000 },
      { mount: '/', size: 1000, used: 910 },
    ];
    const agent = startAgent(site.server.url, {
      token: await site.freshToken(),
      samplesMs: 30,
      readSample: async () => ({ at: new Date().toISOString(), cpu: 0.25, memory: 0.5, volumes }),
    });
    id = await agent.nodeId();
    await until(async () => expect(await series()).toHaveLength(4));
    const shown = await series();
    expect(shown.map(({ kind, name, size }) => [kind, name, size])).toEqual([
      ['CPU', '', null],
      ['MEMORY', '', null],
      ['VOLUME', '/', 1000],
      ['VOLUME', '/srv', 4000],
    ]);
    expect(shown[0]).toMatchObject({ value: 0.25, points: [{ average: 0.25, maximum: 0.25 }] });
    expect(Number(shown[2]?.['value'])).toBeCloseTo(0.91);
  });

  it('is stored once a minute, however often it is reported and by however many servers', async () => {
    const other = await startTestServer({ databaseUrl: site.server.databaseUrl });
    const now = new Date();
    const samples = [3, 2, 1].map((ago) => sample(ago, ago / 10, {}, now.getTime()));
    await Promise.all([store(samples, now), store(samples, now, other.services.database), store(samples, now)]);
    await store([sample(2, 0.9, {}, now.getTime())], now);
    expect(await count('performance_sample', ofDevice())).toBe(6);
    const { rows } = await database().execute(
      sql.raw(`select sum(samples)::int as samples, max(value_max)::float8 as most from performance_rollup
      where resolution = 300 and ${ofDevice()} and series_id in (select id from performance_series where kind = 'CPU')`),
    );
    expect(rows).toEqual([{ samples: 3, most: expect.closeTo(0.3) }]);
    await other.close();
  });

  it('is rolled up into average and maximum, also when a part comes a day late', async () => {
    // Whole hours, so that both parts belong to one bucket of each resolution.
    const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000);
    const at = (minutes: number, cpu: number) => ({
      ...sample(0, cpu, { memory: null }),
      at: new Date(hour.getTime() - 2 * 3_600_000 + minutes * minute).toISOString(),
    });
    await store([at(0, 0.2), at(1, 0.4)]);
    await store([at(2, 0.9)]);
    await store([at(3, 0.1)]);
    const day = points((await series())[0]);
    expect(day).toMatchObject([{ average: expect.closeTo(0.4), maximum: expect.closeTo(0.9) }]);
    expect(points((await series('month'))[0])).toMatchObject([{ average: expect.closeTo(0.4) }]);
    await store([at(20, 0.1)]);
    expect(points((await series())[0])).toHaveLength(2);
    expect(points((await series('week'))[0])).toHaveLength(1);
    expect((await read('week'))['step']).toBe(1800);
  });

  it('shows the latest value, whatever comes late', async () => {
    await store([sample(1, 0.7)]);
    await store([sample(30, 0.1)]);
    expect((await series())[0]).toMatchObject({ value: expect.closeTo(0.7) });
  });

  it('has a bounded number of points and of volumes', async () => {
    const now = Date.now();
    for (const [range, most] of [
      ['day', 289],
      ['week', 337],
      ['month', 361],
    ] as const) {
      await database().execute(sql`delete from performance_series where node_id = ${id}`);
      await store([sample(1, 0.5, { memory: null })]);
      await database().execute(sql`
        insert into performance_rollup select s.id, r, t, 1, 0.5, 0.5 from performance_series s
        cross join (values (300), (3600)) as resolution(r)
        cross join lateral generate_series(date_bin(make_interval(secs => r), now() - interval '40 days', 'epoch'), now(), make_interval(secs => r)) t
        where s.node_id = ${id} on conflict do nothing`);
      const found = points((await series(range))[0]);
      expect(found.length).toBeLessThanOrEqual(most);
      expect(found.length).toBeGreaterThan(most - 4);
      expect(Date.parse(String(found[0]?.['at']))).toBeGreaterThan(now - 31 * 86_400_000);
    }
    const hostile = (batch: number) =>
      Array.from({ length: 64 }, (_, index) => ({ mount: `/${batch}/${index}`, size: 10, used: 1 }));
    for (let batch = 0; batch < 4; batch += 1) await store([sample(batch, 0.5, { volumes: hostile(batch) })]);
    expect(await count('performance_series', `node_id = ${id}`)).toBeLessThan(mostSeries + 64);
    expect((await series()).length).toBeLessThanOrEqual(66);
    // Those that are there go on.
    await store([sample(-1, 0.9, { volumes: hostile(0) })]);
    expect((await series())[0]).toMatchObject({ value: expect.closeTo(0.9) });
  });

  it('is pruned by age, and a volume that is reported no more with it', async () => {
    const now = Date.now();
    await store([sample(1, 0.5, { volumes: [{ mount: '/gone', size: 10, used: 1 }] })]);
    const later = (milliseconds: number) => new Date(now + milliseconds + 10 * minute);
    await pruneSamples(database(), new Date());
    expect(await count('performance_sample', ofDevice())).toBe(3);
    await pruneSamples(database(), later(kept.raw));
    expect(await count('performance_sample', ofDevice())).toBe(0);
    expect(await count('performance_rollup', ofDevice())).toBe(6);
    await pruneSamples(database(), later(kept.fine));
    expect(await count('performance_rollup', `resolution = 300 and ${ofDevice()}`)).toBe(0);
    expect(await count('performance_rollup', ofDevice())).toBe(2);
    await pruneSamples(database(), later(kept.coarse + 3_600_000));
    expect(await count('performance_rollup', ofDevice())).toBe(0);
  });

  it('goes with its device, and a report that comes then finds none', async () => {
    await store([sample(1, 0.5)]);
    const where = ofDevice();
    expect(await count('performance_sample', where)).toBe(2);
    const { rows } = await database().execute<{ id: number }>(
      sql`select id from performance_series where node_id = ${id}`,
    );
    await site.admin.delete(`/device/${id}`);
    await purgeNow(site.server);
    const ids = rows.map((row) => row.id).join();
    for (const table of ['performance_sample', 'performance_rollup'])
      expect(await count(table, `series_id in (${ids})`)).toBe(0);
    expect(await store([sample(0, 0.5)])).toBe(false);
  });

  it('is read by who sees the device, and is unknown to others', async () => {
    await store([sample(1, 0.5)]);
    expect((await stranger.who.get(`/device/${id}/performance`)).status).toBe(404);
    await stranger.may([{ permission: 'ORGANIZATION:View', entityId: site.place.clientId }]);
    expect((await stranger.who.get(`/device/${id}/performance`)).status).toBe(403);
    expect((await site.admin.get(`/device/${id}/performance?range=year`)).status).toBe(400);
  });

  it('is refused before hello, beyond its bounds, and while a report is in work', async () => {
    const silent = await openSocket(site.server, key);
    const unasked = { sentAt: new Date().toISOString(), samples: [sample(1, 0.5)] };
    expect(await silent.ask('performance.report', unasked)).toMatchObject({ error: { code: rpcCodes.notReady } });
    const { ask } = await greetedSocket(site.server, key);
    const sentAt = new Date().toISOString();
    const report = (samples: unknown) => ask('performance.report', { sentAt, samples });
    const wrong = [
      [],
      Array.from({ length: 11 }, () => sample(1, 0.5)),
      [sample(1, 1.1)],
      [sample(1, 0.5, { volumes: Array.from({ length: 65 }, () => ({ mount: '/', size: 1, used: 1 })) })],
      [sample(1, 0.5, { volumes: [{ mount: 'x'.repeat(101), size: 1, used: 1 }] })],
    ];
    for (const samples of wrong)
      expect(await report(samples)).toMatchObject({ error: { code: rpcCodes.invalidParams } });
    expect(await count('performance_series', `node_id = ${id}`)).toBe(0);
    const answers = await Promise.all(Array.from({ length: 5 }, () => report([sample(1, 0.5)])));
    const busy = answers.filter((answer) => 'error' in answer);
    expect(busy.length).toBeGreaterThan(0);
    for (const { error } of busy) expect(error).toMatchObject({ code: rpcCodes.busy });
    expect(await count('performance_series', `node_id = ${id}`)).toBe(2);
  });
});

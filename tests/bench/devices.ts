// devices.list: the server's work for `GET /device` with 100,000 devices of 200 organizations, on a database of its own. Default: BENCH_DEVICES=100000.
import { drizzle } from 'drizzle-orm/node-postgres';
import { join } from 'node:path';
import pg from 'pg';
import { deviceGroupings } from '#api/contract/device-names.ts';
import type { UserActor } from '#server/access/actor.ts';
import type { Database } from '#server/database/database.ts';
import { migrateDatabase } from '#server/database/migrate.ts';
import { groupDevices } from '#server/nodes/group-devices.ts';
import { searchDevices, type DeviceQuery } from '#server/nodes/search-devices.ts';
import { percentile, rounded, type Bench, type BenchResult } from './bench.ts';
import { plantDevices } from './plant-devices.ts';
import { temporaryDatabase } from './temporary-database.ts';

const devices = Number(process.env['BENCH_DEVICES'] ?? 100_000);
const rounds = 12;
/** Milliseconds. */
const most = 100;

const administrator = { kind: 'user', sysadmin: true, grants: [] } as unknown as UserActor;

/** What technicians ask for. The search has words of few devices and of many. */
const asked: Record<string, DeviceQuery[]> = {
  page: [{}, { offset: 1000 }, { offset: 20_000 }],
  filter: [
    { clientId: 7 },
    { status: 'offline' },
    { kind: 'NMS_SWITCH' },
    { os: 'ubuntu' },
    { status: 'offline', clientId: 9 },
  ],
  search: ['10.0.44.', 'Organization 77', 'reception', 'SN4711', 'user12', 'warehouse', 'srv-', 'nothing'].map(
    (search) => ({
      search,
    }),
  ),
  sort: (['-name', 'status', 'kind', 'organization', '-location', 'os', 'address', '-seen'] as const).map((sort) => ({
    sort,
  })),
};

async function measure(db: Database, queries: readonly DeviceQuery[]): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round <= rounds; round += 1)
    for (const query of queries) {
      const begun = performance.now();
      await searchDevices(db, administrator, query);
      // The first round fills the caches.
      if (round > 0) samples.push(performance.now() - begun);
    }
  return samples;
}

/** The groups of all devices, and of those that a search finds. */
async function measureGroups(db: Database): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round <= rounds; round += 1)
    for (const by of deviceGroupings)
      for (const search of ['', 'srv-']) {
        const begun = performance.now();
        await groupDevices(db, administrator, { by, search });
        if (round > 0) samples.push(performance.now() - begun);
      }
  return samples;
}

const figure = (name: string, samples: readonly number[]): BenchResult => {
  const value = rounded(percentile(samples, 0.95), 1);
  return {
    name,
    value,
    unit: 'ms',
    goal: `p95 <= ${most} ms`,
    holds: value <= most,
    baseline: { name: 'median', value: rounded(percentile(samples, 0.5), 1) },
  };
};

export const bench: Bench = {
  names: ['devices.list'],
  async run() {
    const database = await temporaryDatabase();
    await migrateDatabase({ connectionString: database.url }, join(import.meta.dirname, '../..'));
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    try {
      const db: Database = drizzle(pool);
      await plantDevices(db, devices);
      const results: BenchResult[] = [];
      const all: number[] = [];
      results.push(figure('devices.list.group', await measureGroups(db)));
      for (const [kind, queries] of Object.entries(asked)) {
        const samples = await measure(db, queries);
        all.push(...samples);
        results.push(figure(`devices.list.${kind}`, samples));
      }
      return [figure('devices.list', all), ...results];
    } finally {
      await pool.end();
      await database.dispose();
    }
  },
};

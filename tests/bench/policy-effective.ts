// policy.effective: 100,000 devices with an agent and six levels of policies: from a change of a policy until the devices have its conditions.
// On a database of its own. Default: BENCH_DEVICES=100000.
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { join } from 'node:path';
import pg from 'pg';
import { usualDeviceAlerts } from '#api/contract/device-alerts.ts';
import { mostPolicyLevels } from '#api/contract/policy.ts';
import type { Database } from '#server/database/database.ts';
import { migrateDatabase } from '#server/database/migrate.ts';
import { policy, policyAssignment } from '#server/database/schema/policy.ts';
import { syncConditions } from '#server/device-alerts/sync-conditions.ts';
import { percentile, rounded, type Bench, type BenchResult } from './bench.ts';
import { plantDevices } from './plant-devices.ts';
import { temporaryDatabase } from './temporary-database.ts';

const devices = Number(process.env['BENCH_DEVICES'] ?? 100_000);
const rounds = 5;
const nodeClass = 'LINUX_SERVER';
/** Seconds. */
const most = 5;

/** Every device has an agent and the class of the policies. */
async function plantAgents(db: Database): Promise<void> {
  await db.execute(sql`update node set node_class = ${nodeClass}, node_type = 'AGENT_DEVICE', is_server = true`);
  await db.execute(sql`
    insert into agent (node_id, key_hash, version, capabilities, last_seen_at) select id, md5(id::text), '1', '{}', now() from node`);
}

/** Returns the policies from the first to the last level. The last is the default; one in the middle is of every third organization. */
async function plantPolicies(db: Database): Promise<number[]> {
  const ids: number[] = [];
  for (let level = 1; level <= mostPolicyLevels; level += 1) {
    const values = {
      name: `Level ${level}`,
      description: '',
      enabled: true,
      nodeClassDefault: level === mostPolicyLevels,
      nodeClass,
      nodeRoleId: '',
      appliesTo: nodeClass,
      parentPolicyId: ids.at(-1) ?? null,
      conditions: { cpuShare: 80 + level },
    } as const;
    const [added] = await db.insert(policy).values(values).returning({ id: policy.id });
    if (added) ids.push(added.id);
  }
  const middle = ids[2] ?? 0;
  await db.execute(sql`
    insert into ${policyAssignment} (organization_id, node_class, policy_id)
    select id, ${nodeClass}, ${middle} from organization where id % 3 = 0`);
  return ids;
}

/** Seconds until every device has the conditions of its policy. */
async function recompute(db: Database): Promise<number> {
  const begun = performance.now();
  await db.transaction((tx) => syncConditions(tx, usualDeviceAlerts, { end: async () => undefined }, new Date()));
  return (performance.now() - begun) / 1000;
}

/** How many devices have this share of the disk. */
async function reached(db: Database, share: number): Promise<number> {
  const { rows } = await db.execute<{ reached: number }>(sql`
    select count(*)::int as reached from monitor_condition where type = 'DeviceDisk' and (parameters ->> 'share')::int = ${share}`);
  return rows[0]?.reached ?? 0;
}

function figure(name: string, samples: readonly number[], beside: { name: string; value: number }): BenchResult {
  const value = rounded(Math.max(...samples));
  return { name, value, unit: 's', goal: `<= ${most} s`, holds: value <= most, baseline: beside };
}

export const bench: Bench = {
  names: ['policy.effective'],
  async run() {
    const database = await temporaryDatabase();
    await migrateDatabase({ connectionString: database.url }, join(import.meta.dirname, '../..'));
    const pool = new pg.Pool({ connectionString: database.url, max: 2 });
    try {
      const db: Database = drizzle(pool);
      await plantDevices(db, devices);
      await plantAgents(db);
      const [root] = await plantPolicies(db);
      const first = await recompute(db);
      await db.execute(sql`vacuum analyze`);
      const changed: number[] = [];
      const idle: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        // The first level sets what the five below it inherit.
        const conditions = sql`conditions || jsonb_build_object('diskShare', ${60 + round}::int)`;
        await db.execute(sql`update policy set conditions = ${conditions} where id = ${root}`);
        changed.push(await recompute(db));
        const count = await reached(db, 60 + round);
        if (count !== devices) throw new Error(`The change reached ${count} of ${devices} devices`);
        idle.push(await recompute(db));
      }
      const median = (samples: readonly number[]) => ({ name: 'median', value: rounded(percentile(samples, 0.5)) });
      return [
        figure('policy.effective', changed, median(changed)),
        figure('policy.effective.idle', idle, median(idle)),
        {
          ...figure('policy.effective.first', [first], { name: 'devices', value: devices }),
          goal: '<= 60 s',
          holds: first <= 60,
        },
      ];
    } finally {
      await pool.end();
      await database.dispose();
    }
  },
};

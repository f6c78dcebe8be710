import { nextDue } from '#server/monitors/schedule/phase.ts';
import { percentile } from '../bench.ts';
import { frequency, type Farm } from './farm.ts';

const frequencyMs = frequency * 1000;
/** Time to wait for late checks before reading the results. */
const grace = 15_000;

export interface Punctuality {
  /** Due times without a check before the next due time. */
  missed: number;
  /** Extra checks between two due times. */
  doubled: number;
  checks: number;
  /** Maximum missed by a single monitor. */
  mostMissed: number;
  /** Milliseconds between due time and start. */
  p50: number;
  p99: number;
  worst: number;
}

/** Compares the stored checks with the due times from `from` to `to` (milliseconds since 1970). */
export async function punctuality({ sql }: Farm, from: number, to: number): Promise<Punctuality> {
  const monitors = (await sql('select node_id as id from cloud_monitor order by node_id')) as { id: number }[];
  const rows = (await sql(
    `select monitor_id as id, array_agg((extract(epoch from at) * 1000)::float8 order by at) as times
     from monitor_result where at >= to_timestamp($1) and at < to_timestamp($2) group by 1`,
    [from / 1000, (to + frequencyMs) / 1000],
  )) as { id: number; times: number[] }[];
  const times = new Map(rows.map((row) => [row.id, row.times]));
  const late: number[] = [];
  let [missed, doubled, mostMissed] = [0, 0, 0];
  for (const { id } of monitors) {
    const begun = times.get(id) ?? [];
    let own = 0;
    for (let due = nextDue(id, frequencyMs, from - 1); due < to; due += frequencyMs) {
      const found = begun.filter((at) => at >= due && at < due + frequencyMs);
      if (found.length === 0) own += 1;
      doubled += Math.max(0, found.length - 1);
      late.push(...found.map((at) => at - due));
    }
    missed += own;
    mostMissed = Math.max(mostMissed, own);
  }
  if (late.length === 0) throw new Error('no check was stored in the window');
  return {
    missed,
    doubled,
    mostMissed,
    checks: late.length,
    p50: percentile(late, 0.5),
    p99: percentile(late, 0.99),
    worst: Math.max(
      0,
      late.reduce((most, each) => Math.max(most, each), 0),
    ),
  };
}

/** The time by which every check due before `to` must be stored. */
export const settledAt = (to: number): number => to + grace;

import { sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { mostVolumes } from '#api/contract/agent-methods/performance.ts';
import { performanceRanges, type PerformanceRange } from '#api/contract/performance.ts';
import type { Queries } from '../database/database.ts';
import type { PerformanceKind } from '../database/schema/performance.ts';
import { coarse, fine } from '../monitors/results/rollup.ts';

type Reply = ReplyOf<Catalogue['readDevicePerformance']>;
type Series = Reply['series'][number];

type SeriesRow = Record<string, unknown> & {
  id: number;
  kind: PerformanceKind;
  name: string;
  size: number | null;
  value: number;
  at: string;
};
type PointRow = Record<string, unknown> & { id: number; at: string; average: number; maximum: number };

/** The load of a device over a range until now: averages and maxima of equal spans. A span without a sample has no point. */
export async function readPerformance(db: Queries, nodeId: number, name: PerformanceRange, now: Date): Promise<Reply> {
  const { seconds, step } = performanceRanges[name];
  const from = new Date(now.getTime() - seconds * 1000).toISOString();
  const to = now.toISOString();
  const { rows: series } = await db.execute<SeriesRow>(sql`
    select id, kind, name, size::float8 as size, value, at from performance_series where node_id = ${nodeId} and at >= ${from}
    order by kind, at desc, name limit ${mostVolumes + 2}`);
  const resolution = step % coarse === 0 ? coarse : fine;
  const { rows: points } = await db.execute<PointRow>(sql`
    select series_id as id, date_bin(make_interval(secs => ${step}), at, 'epoch'::timestamptz) as at,
      sum(value_sum) / sum(samples) as average, max(value_max)::float8 as maximum
    from performance_rollup
    where series_id in (select json_array_elements_text(${JSON.stringify(series.map(({ id }) => id))}::json)::int)
      and resolution = ${resolution} and at >= ${from} and at <= ${to}
    group by 1, 2 order by 1, 2`);
  const pointsOf = new Map<number, Series['points']>();
  for (const { id, at, average, maximum } of points) {
    const list = pointsOf.get(id) ?? [];
    list.push({ at: new Date(at).toISOString(), average, maximum });
    pointsOf.set(id, list);
  }
  return {
    from,
    to,
    step,
    series: series.toSorted(byKindAndName).map(({ id, at, ...row }) => ({
      kind: row.kind,
      name: row.name,
      size: row.size,
      value: row.value,
      at: new Date(at).toISOString(),
      points: pointsOf.get(id) ?? [],
    })),
  };
}

function byKindAndName(a: Pick<Series, 'kind' | 'name'>, b: Pick<Series, 'kind' | 'name'>): number {
  const rank = (text: string, other: string) => (text < other ? -1 : text > other ? 1 : 0);
  return rank(a.kind, b.kind) || rank(a.name, b.name);
}

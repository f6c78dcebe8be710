import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { run, runItem } from '../database/schema/runs.ts';
import type { Live } from '../live/messages.ts';
import { expiryOf } from './expire-runs.ts';
import { leaseEnd } from './leases.ts';
import { nextProgress } from './pace.ts';
import type { Item, Report, Step } from './report.ts';

/** The run was taken over meanwhile: what is written in its name is rolled back. */
export class RunLost extends Error {
  constructor(id: string) {
    super(`The run ${id} is not this process's any more`);
    this.name = 'RunLost';
  }
}

/** What is reported and not stored yet. */
export class Reported implements Report<string, unknown> {
  private latest: Step<string> | undefined;
  private readonly items = new Map<string, Item<Record<string, unknown>>>();

  progress(step: Step<string>): void {
    this.latest = step;
  }

  found(items: readonly Item<unknown>[]): void {
    for (const item of items) this.items.set(item.key, item as Item<Record<string, unknown>>);
  }

  get size(): number {
    return this.items.size + (this.latest ? 1 : 0);
  }

  take(): { step: Step<string> | undefined; items: Item<Record<string, unknown>>[] } {
    const taken = { step: this.latest, items: [...this.items.values()] };
    this.latest = undefined;
    this.items.clear();
    return taken;
  }
}

const insertedAtOnce = 500;

/**
 * Stores a report in the caller's transaction and renews the lease with it. The row's lock makes this the fence: a process
 * that lost the run meets its heir's name here and rolls back.
 * @throws RunLost
 */
export async function storeReport(
  db: Queries,
  live: Live,
  { id, holder, stages }: { id: string; holder: string; stages: readonly string[] },
  { step, items }: ReturnType<Reported['take']>,
  now: Date,
): Promise<void> {
  const progress = await progressAfter(db, id, step, stages, now);
  const [stored] = await db
    .update(run)
    .set({
      leaseUntil: leaseEnd,
      lastSeq: sql`${run.lastSeq} + ${items.length}`,
      expiresAt: expiryOf(now),
      attempts: 0,
      ...(progress && { progress }),
    })
    .where(and(eq(run.id, id), eq(run.holder, holder), eq(run.state, 'running')))
    .returning({ lastSeq: run.lastSeq });
  if (!stored) throw new RunLost(id);
  await storeItems(db, id, items, stored.lastSeq);
  await live.announce(db, 'run', [id]);
}

interface ReportedRun extends ReturnType<Reported['take']> {
  id: string;
  /** None of its items was reported before. */
  fresh: boolean;
}

/** The same for runs that are worked on elsewhere, of each of which the caller holds the only writer. What has ended stays as it is. */
export async function storeReportedRuns(
  db: Queries,
  live: Pick<Live, 'announce'>,
  reports: readonly ReportedRun[],
  now: Date,
): Promise<void> {
  const given: object[] = [];
  for (const { id, step, items } of reports)
    given.push({ id, count: items.length, progress: await progressAfter(db, id, step, undefined, now) });
  const { rows } = await db.execute<{ id: string; lastSeq: number }>(sql`
    update ${run} r set last_seq = r.last_seq + e.count, expires_at = ${expiryOf(now).toISOString()},
      progress = coalesce(e.progress, r.progress)
    from json_to_recordset(${JSON.stringify(given)}::json) as e(id uuid, count int, progress jsonb)
    where r.id = e.id and r.holder is null and r.state = 'running' returning r.id, r.last_seq as "lastSeq"`);
  if (rows.length === 0) return;
  const lastSeqs = new Map(rows.map(({ id, lastSeq }) => [id, lastSeq]));
  const added: (typeof runItem.$inferInsert)[] = [];
  for (const { id, items, fresh } of reports) {
    const lastSeq = lastSeqs.get(id);
    if (lastSeq === undefined) continue;
    if (!fresh) await storeItems(db, id, items, lastSeq);
    else
      added.push(
        ...items.map(({ key, data }, index) => ({ runId: id, seq: lastSeq - items.length + 1 + index, key, data })),
      );
  }
  for (let from = 0; from < added.length; from += insertedAtOnce)
    await db.insert(runItem).values(added.slice(from, from + insertedAtOnce));
  await live.announce(db, 'run', [...lastSeqs.keys()]);
}

async function progressAfter(
  db: Queries,
  id: string,
  step: Step<string> | undefined,
  /** Those that it began with unless given. */
  stages: readonly string[] | undefined,
  now: Date,
) {
  if (step === undefined) return undefined;
  const [before] = await db.select({ progress: run.progress }).from(run).where(eq(run.id, id));
  return before && nextProgress(before.progress, step, stages ?? before.progress.stages, now);
}

async function storeItems(
  db: Queries,
  id: string,
  items: readonly Item<Record<string, unknown>>[],
  lastSeq: number,
): Promise<void> {
  const first = lastSeq - items.length + 1;
  for (let from = 0; from < items.length; from += insertedAtOnce) {
    const part = items.slice(from, from + insertedAtOnce);
    const keys = part.map(({ key }) => key);
    await db.delete(runItem).where(and(eq(runItem.runId, id), inArray(runItem.key, keys)));
    await db
      .insert(runItem)
      .values(part.map(({ key, data }, index) => ({ runId: id, seq: first + from + index, key, data })));
  }
}

import { and, eq, sql } from 'drizzle-orm';
import { errors, type ErrorCode } from '#api/contract/errors.ts';
import type { RunRefusal } from '#api/contract/runs.ts';
import type { Database, Queries } from '../database/database.ts';
import { run } from '../database/schema/runs.ts';
import type { Live } from '../live/messages.ts';
import type { Refused } from '../refused.ts';
import { expiryOf } from './expire-runs.ts';

export type Ending =
  | { state: 'done'; result: unknown }
  | { state: 'refused'; refusal: RunRefusal }
  | { state: 'cancelled' }
  | { state: 'interrupted'; message?: string };

/** Ends a run that this process holds. Answers whether it still did. */
export async function endRun(
  { database, live }: { database: Database; live: Live },
  { id, holder }: { id: string; holder: string },
  ending: Ending,
  now: Date,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(run)
      .set({ state: ending.state, ...columnsOf(ending, now) })
      .where(and(eq(run.id, id), eq(run.holder, holder), eq(run.state, 'running')));
    if (rowCount === 0) return false;
    await live.announce(tx, 'run', [id]);
    return true;
  });
}

/** Ends a run that is worked on elsewhere, in the caller's transaction, unless it has ended before. */
export function endReportedRun(
  db: Queries,
  live: Pick<Live, 'announce'>,
  id: string,
  ending: Ending,
  now: Date,
): Promise<void> {
  return endReportedRuns(db, live, [{ id, ending }], now);
}

/** The same for many runs, in as many statements as for one. */
export async function endReportedRuns(
  db: Queries,
  live: Pick<Live, 'announce'>,
  endings: readonly { id: string; ending: Ending }[],
  now: Date,
): Promise<void> {
  if (endings.length === 0) return;
  const given = endings.map(({ id, ending }) => ({ id, state: ending.state, ...saidBy(ending) }));
  const { rows } = await db.execute<{ id: string }>(sql`
    update ${run} r set state = e.state, result = e.result, refusal = e.refusal, input = null, lease_until = null,
      ended_at = ${now.toISOString()}, expires_at = ${expiryOf(now).toISOString()}
    from json_to_recordset(${JSON.stringify(given)}::json) as e(id uuid, state text, result jsonb, refusal jsonb)
    where r.id = e.id and r.holder is null and r.state = 'running' returning r.id`);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await live.announce(db, 'run', ids);
}

const columnsOf = (ending: Ending, now: Date) => ({ ...ended(now), ...saidBy(ending) });

/** The result or the refusal of a run that ends so. */
function saidBy(ending: Ending): { result: unknown } | { refusal: RunRefusal } {
  switch (ending.state) {
    case 'done':
      return { result: ending.result };
    case 'refused':
      return { refusal: ending.refusal };
    case 'cancelled':
      return { refusal: refusalOf('run_cancelled') };
    case 'interrupted':
      return {
        refusal: { ...refusalOf('run_interrupted'), ...(ending.message !== undefined && { message: ending.message }) },
      };
    default:
      return unreachable(ending);
  }
}

export const cancelled = (now: Date) => ({ ...ended(now), refusal: refusalOf('run_cancelled') });

/** Its input may hold passwords: it goes. */
function ended(now: Date) {
  return { input: null, holder: null, leaseUntil: null, endedAt: now, expiresAt: expiryOf(now) };
}

export function refusalOf(code: ErrorCode, from?: Refused): RunRefusal {
  const { fields, message } = from?.extra ?? {};
  return { code, message: message ?? errors[code].message, ...(fields && { fields }) };
}

function unreachable(ending: never): never {
  throw new Error(`a run does not end as ${JSON.stringify(ending)}`);
}

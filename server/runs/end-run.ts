import { and, eq, isNull } from 'drizzle-orm';
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
export async function endReportedRun(
  db: Queries,
  live: Pick<Live, 'announce'>,
  id: string,
  ending: Ending,
  now: Date,
): Promise<void> {
  const { rowCount } = await db
    .update(run)
    .set({ state: ending.state, ...columnsOf(ending, now) })
    .where(and(eq(run.id, id), isNull(run.holder), eq(run.state, 'running')));
  if ((rowCount ?? 0) > 0) await live.announce(db, 'run', [id]);
}

function columnsOf(ending: Ending, now: Date) {
  switch (ending.state) {
    case 'done':
      return { ...ended(now), result: ending.result };
    case 'refused':
      return { ...ended(now), refusal: ending.refusal };
    case 'cancelled':
      return cancelled(now);
    case 'interrupted':
      return {
        ...ended(now),
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

import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import type { Run } from '#api/contract/runs.ts';
import type { CallContext } from '../context.ts';
import { run } from '../database/schema/runs.ts';
import { Refused } from '../refused.ts';
import { toProgress } from './pace.ts';

export type RunRow = typeof run.$inferSelect;

/** The one rule of who sees a run: its owner. It goes into every query on behalf of somebody. */
function visibleRuns({ actor, now }: Pick<CallContext, 'actor' | 'now'>): SQL {
  if (actor.kind === 'anonymous') return sql`false`;
  return and(eq(run.userId, actor.userId), gt(run.expiresAt, now)) ?? sql`false`;
}

/** @throws Refused `not_found` */
export async function ownRun(context: Pick<CallContext, 'db' | 'actor' | 'now'>, id: string): Promise<RunRow> {
  const [found] = await context.db
    .select()
    .from(run)
    .where(and(eq(run.id, id), visibleRuns(context)));
  if (!found) throw new Refused('not_found');
  return found;
}

export function toRun(row: RunRow, now: Date): Run {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    state: row.state,
    progress: toProgress(row.progress, row.state === 'running', now),
    lastSeq: row.lastSeq,
    result: row.result ?? null,
    refusal: row.refusal,
    cancelRequested: row.cancelRequested,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

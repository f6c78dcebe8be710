import { and, eq } from 'drizzle-orm';
import type { Run } from '#api/contract/runs.ts';
import type { CallContext } from '../context.ts';
import { run } from '../database/schema/runs.ts';
import { runAsked } from '../live/messages.ts';
import { cancelled } from './end-run.ts';
import { Refused } from '../refused.ts';
import { mayCancel, ownRun, toRun } from './own-run.ts';
import type { AnyRunKind } from './run-kind.ts';

/** Asks for the end of a run. One that nobody works on yet ends at once; the process that works on it stops after its step. */
export async function cancelRun(context: CallContext, kinds: readonly AnyRunKind[], id: string): Promise<Run> {
  const { db, now, announce, services } = context;
  const read = () => ownRun(context, kinds, id);
  const before = await read();
  const { state, organizationId, cancelRequested } = before;
  const kind = kinds.find(({ name }) => name === before.kind);
  if (!mayCancel(context, kind, before)) throw new Refused('forbidden');
  if (cancelRequested || (state !== 'queued' && state !== 'running')) return toRun(before, now);
  await db
    .update(run)
    .set({ state: 'cancelled', ...cancelled(now), cancelRequested: true })
    .where(and(eq(run.id, id), eq(run.state, 'queued')));
  await db
    .update(run)
    .set({ cancelRequested: true })
    .where(and(eq(run.id, id), eq(run.state, 'running')));
  await context.audit({
    action: 'RUN_CANCELLED',
    entityType: 'RUN',
    entityId: id,
    ...(organizationId !== null && { organizationId }),
    summary: `Cancelled the ${kind?.title ?? before.kind}`,
  });
  await kind?.cancel?.(context, id);
  await announce('run', [id]);
  await services.live.announce(db, runAsked, [id]);
  return toRun(await read(), now);
}

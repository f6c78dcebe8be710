import { and, eq, gt, inArray, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { Run } from '#api/contract/runs.ts';
import type { Actor } from '../access/actor.ts';
import { holds } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import { node } from '../database/schema/nodes.ts';
import { run } from '../database/schema/runs.ts';
import { Refused } from '../refused.ts';
import { toProgress } from './pace.ts';
import type { AnyRunKind } from './run-kind.ts';

export type RunRow = typeof run.$inferSelect;

type Seer = Pick<CallContext, 'actor' | 'now'>;

/**
 * The one rule of who sees a run: its owner; of a kind whose subject is a device, whoever sees the device; of a kind with a permission, also
 * whoever holds that. It goes into every query on behalf of somebody.
 */
export function visibleRuns({ actor, now }: Seer, kinds: readonly AnyRunKind[]): SQL {
  if (actor.kind === 'anonymous') return sql`false`;
  const ofDevices = kinds.filter(({ subject }) => subject === 'device').map(({ name }) => name);
  const seen = sql`${run.subject} in (select ${node.id}::text from ${node} where ${visibleNodes(actor)})`;
  const rule =
    ofDevices.length === 0
      ? eq(run.userId, actor.userId)
      : or(and(inArray(run.kind, ofDevices), seen), and(notInArray(run.kind, ofDevices), eq(run.userId, actor.userId)));
  const shared = kinds.filter((kind) => isShared(actor, kind)).map(({ name }) => name);
  return and(or(rule, inArray(run.kind, shared)), gt(run.expiresAt, now)) ?? sql`false`;
}

/** Whether whoever sees the device of its subject sees a run of this kind. */
export function isOfDevice(kinds: readonly AnyRunKind[], kind: string): boolean {
  return kinds.some(({ name, subject }) => name === kind && subject === 'device');
}

/** Whether the actor sees and may cancel the runs of this kind, whoever started them. */
export function isShared(actor: Actor, { permission }: AnyRunKind): boolean {
  return permission !== undefined && holds(actor, permission);
}

/** Whether the actor may stop a run that it sees. */
export function mayCancel({ actor }: Seer, kind: AnyRunKind | undefined, { userId, organizationId }: RunRow): boolean {
  if (actor.kind === 'anonymous') return false;
  if (actor.userId === userId || (kind !== undefined && isShared(actor, kind))) return true;
  return kind?.subject === 'device' && organizationId !== null && holds(actor, 'NODE:Update', organizationId);
}

/** @throws Refused `not_found` */
export async function ownRun(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  kinds: readonly AnyRunKind[],
  id: string,
): Promise<RunRow> {
  const [found] = await context.db
    .select()
    .from(run)
    .where(and(eq(run.id, id), visibleRuns(context, kinds)));
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

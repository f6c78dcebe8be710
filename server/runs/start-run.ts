import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Static, TSchema } from 'typebox';
import type { Run } from '#api/contract/runs.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { run } from '../database/schema/runs.ts';
import { runAsked } from '../live/messages.ts';
import { expiryOf } from './expire-runs.ts';
import type { AnyRunKind } from './run-kind.ts';
import { toRun } from './own-run.ts';

interface Start<Input> {
  input: Input;
  /** What it works on. A second start on the same subject attaches to the run that is active. */
  subject?: string;
  organizationId?: number;
  /** What it is about, behind the kind's title in the audit trail: "of 10.0.0.1 from “GW-1”". */
  about?: string;
  /** Of a kind that is worked on elsewhere: hands the work over, in the same transaction. */
  handOver?(id: string): Promise<void>;
}

/**
 * Queues a run in the transaction of the call that starts it, and replies with it. The call's idempotency key makes a
 * repeated request attach to the same run.
 */
export async function startRun<Input extends TSchema>(
  { db, actor, services, now, ip, announce, audit }: WriteContext & Pick<CallContext, 'ip'>,
  { name, title, stages }: Pick<AnyRunKind, 'name' | 'title' | 'stages'> & { input: Input },
  { input, subject = '', organizationId, about, handOver }: Start<Static<Input>>,
): Promise<Run> {
  const { userId } = signedIn(actor);
  const [added] = await db
    .insert(run)
    .values({
      id: randomUUID(),
      kind: name,
      subject,
      userId,
      organizationId: organizationId ?? null,
      ip,
      input: handOver ? null : services.secrets.seal(JSON.stringify(input)),
      state: handOver ? 'running' : 'queued',
      ...(handOver && { startedAt: now }),
      progress: { stage: stages[0], stages: [...stages], done: 0, total: 0 },
      createdAt: now,
      expiresAt: expiryOf(now),
    })
    .onConflictDoNothing()
    .returning();
  if (added) {
    await audit({
      action: 'RUN_STARTED',
      entityType: 'RUN',
      entityId: added.id,
      ...(organizationId !== undefined && { organizationId }),
      summary: `Started the ${title}${about === undefined ? '' : ` ${about}`}`,
    });
    await handOver?.(added.id);
    await announce('run', [added.id]);
    await services.live.announce(db, runAsked, [added.id]);
    return toRun(added, now);
  }
  const [active] = await db
    .select()
    .from(run)
    .where(
      and(
        eq(run.userId, userId),
        eq(run.kind, name),
        eq(run.subject, subject),
        inArray(run.state, ['queued', 'running']),
      ),
    );
  if (active) return toRun(active, now);
  // It ended between the two statements: this start is a run of its own.
  throw Object.assign(new Error(`The active run of ${name} ${subject} ended meanwhile`), { code: '40001' });
}

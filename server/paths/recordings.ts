import { and, desc, eq, lt, max, notInArray, sql } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { longestRecording } from '#api/contract/recording-bounds.ts';
import type { Recording } from '#api/contract/recordings.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { flowRecording } from '../database/schema/path-runs.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { requireFlow } from './assertions.ts';
import { askedNow } from './path-thread.ts';
import { pathTestsOf } from './path-tests.ts';
import { statesOf } from './recorded-states.ts';

/** Beyond this, a user's oldest are dropped. */
const MOST_PER_USER = 100;
/** Of a flow: those that are shown, and that its states are counted from. */
const MOST_SHOWN = 200;
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

type Stored = typeof flowRecording.$inferSelect;

/**
 * Appends to a recording, or begins it. Steps that are stored already, and those beyond `longestRecording`, are left out.
 * @throws Refused `recordings_off`, `not_found` for another user's recording or a flow that does not exist
 */
export async function recordFlow(
  { db, actor, now, services }: Pick<CallContext, 'db' | 'actor' | 'now' | 'services'>,
  { id, flow, mode, from, steps, outcome }: BodyOf<Catalogue['recordFlow']>,
): Promise<void> {
  requireFlow(services, flow);
  const { userId } = signedIn(actor);
  const [user] = await db.select({ allows: appUser.recordsFlows }).from(appUser).where(eq(appUser.id, userId));
  if (user?.allows !== true) throw new Refused('recordings_off');
  const [stored] = await db.select().from(flowRecording).where(eq(flowRecording.id, id)).for('update');
  if (stored !== undefined && (stored.userId !== userId || stored.flow !== flow)) throw new Refused('not_found');
  const before = stored?.steps ?? [];
  // Ignore steps after a gap or after the end: the statistics would be wrong.
  if (stored?.outcome || from > before.length) return;
  const all = [...before, ...steps.slice(before.length - from)];
  const kept = { steps: all.slice(0, longestRecording), outcome: outcome ?? null };
  if (stored !== undefined) {
    await db.update(flowRecording).set(kept).where(eq(flowRecording.id, id));
    return;
  }
  const inserted = await db
    .insert(flowRecording)
    .values({ id, userId, flow, mode, startedAt: now, ...kept })
    .onConflictDoNothing()
    .returning({ id: flowRecording.id });
  if (inserted.length === 0) throw new Refused('not_found');
  const isMine = eq(flowRecording.userId, userId);
  const newest = db
    .select({ id: flowRecording.id })
    .from(flowRecording)
    .where(isMine)
    .orderBy(desc(flowRecording.startedAt))
    .limit(MOST_PER_USER);
  await db.delete(flowRecording).where(and(isMine, notInArray(flowRecording.id, newest)));
}

/** A user who withdraws their consent takes what was recorded with it. */
export async function dropRecordingsOf(db: Queries, userId: number): Promise<void> {
  await db.delete(flowRecording).where(eq(flowRecording.userId, userId));
}

export async function dropOldRecordings(db: Queries, now: Date): Promise<void> {
  await db.delete(flowRecording).where(lt(flowRecording.startedAt, new Date(now.getTime() - KEPT_DAYS * DAY_MS)));
}

const lastAt = sql<number>`(${flowRecording.steps} -> -1 ->> 'at')::int`;

/** By flow, the one that was recorded last first. */
export async function listRecordedFlows({
  db,
}: Pick<CallContext, 'db'>): Promise<ReplyOf<Catalogue['listRecordedFlows']>> {
  const isFinished = sql`${flowRecording.outcome} = 'finished'`;
  const rows = await db
    .select({
      flow: flowRecording.flow,
      sessions: sql<number>`count(*)::int`,
      finished: sql<number>`(count(*) filter (where ${isFinished}))::int`,
      medianMs: sql<
        number | null
      >`(percentile_disc(0.5) within group (order by ${lastAt}) filter (where ${isFinished}))`,
      latestAt: max(flowRecording.startedAt),
    })
    .from(flowRecording)
    .groupBy(flowRecording.flow)
    .orderBy(desc(max(flowRecording.startedAt)));
  return rows.map(({ latestAt, ...row }) => ({ ...row, latestAt: (latestAt ?? new Date(0)).toISOString() }));
}

/** @throws Refused `not_found` for a flow that does not exist */
export async function readRecordedFlow(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  flow: string,
): Promise<ReplyOf<Catalogue['readRecordedFlow']>> {
  requireFlow(services, flow);
  const rows = await db
    .select()
    .from(flowRecording)
    .where(eq(flowRecording.flow, flow))
    .orderBy(desc(flowRecording.startedAt))
    .limit(MOST_SHOWN);
  return { recordings: rows.map(toRecording), states: statesOf(rows) };
}

function toRecording({ id, mode, startedAt, outcome, steps }: Stored): Recording {
  const [first, last] = [steps[0], steps.at(-1)];
  // A final state has no screen, so the state before it is the last that the person saw.
  const seen = outcome === 'left' || outcome === null ? last : (steps.at(-2) ?? last);
  return {
    id,
    mode,
    startedAt: startedAt.toISOString(),
    outcome,
    ms: (last?.at ?? 0) - (first?.at ?? 0),
    steps: steps.length,
    state: seen?.state ?? '',
  };
}

/** @throws Refused `not_found` */
export async function readRecording(
  { db }: Pick<CallContext, 'db'>,
  id: string,
): Promise<ReplyOf<Catalogue['readRecording']>> {
  const stored = await requireRecording(db, id);
  return { flow: stored.flow, ...toRecording(stored), steps: stored.steps };
}

async function requireRecording(db: Queries, id: string): Promise<Stored> {
  const [stored] = await db.select().from(flowRecording).where(eq(flowRecording.id, id));
  if (stored === undefined) throw new Refused('not_found');
  return stored;
}

/**
 * The path that does the same, on the machine with the screens in use.
 * @throws Refused `not_found`, `paths_busy`, `path_too_long`
 */
export async function traceRecording(
  { db, services, clientGone }: Pick<CallContext, 'db' | 'services' | 'clientGone'>,
  id: string,
): Promise<ReplyOf<Catalogue['traceRecording']>> {
  const { flow, mode, steps } = await requireRecording(db, id);
  const documents = services.screens.replaced(flow);
  const traced = await askedNow(
    { kind: 'trace', flow, documents, ...(await pathTestsOf(db, flow)), mode, steps },
    clientGone,
  );
  const reproduce = `npm run --silent paths -- --flow ${flow} --tier machine --path "${traced.path}"`;
  return { ...traced, reproduce };
}

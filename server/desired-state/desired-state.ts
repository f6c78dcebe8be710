import { and, eq, inArray, sql } from 'drizzle-orm';
import type { StateAnswer, StateApply } from '#api/contract/agent-methods/desired-state.ts';
import type { StateDocument, StateKind } from '#api/contract/agent-methods/state-kinds.ts';
import { isStandingNodeId } from '../access/visibility.ts';
import { plainText } from '../agents/plain-text.ts';
import { backupJobsState } from '../backup-job/backup-jobs-state.ts';
import { managedFoldersState } from '../managed-folder/managed-folders-state.ts';
import { patchSettingsState } from '../patches/patch-settings-state.ts';
import type { Database, Queries } from '../database/database.ts';
import { desiredState } from '../database/schema/desired-state.ts';
import type { Live, Topic } from '../live/messages.ts';
import type { Secrets } from '../secrets.ts';

/** Seconds until a device is told again that did not answer. */
const RETRY_SECONDS = 60;

interface Tools {
  database: Database;
  live: Pick<Live, 'announce'>;
  secrets: Pick<Secrets, 'open'>;
}

interface Kind<K extends StateKind> {
  /** A version stores no document: it is read when an agent is told, so that no secret stands in a second place. */
  read(db: Queries, nodeId: number, secrets: Tools['secrets']): Promise<StateDocument<K>>;
  /** What open pages are told, with the id of the device. */
  topic: Topic;
}

const kinds: { readonly [K in StateKind]: Kind<K> } = {
  'backup-jobs': { read: backupJobsState, topic: 'backup-job' },
  'managed-folders': { read: managedFoldersState, topic: 'managed-folder' },
  'patch-settings': { read: patchSettingsState, topic: 'node' },
};

/** The device should have another state of the kind from now on. Called in the transaction of the change. */
export async function changeState(db: Queries, nodeId: number, kind: StateKind, now: Date): Promise<void> {
  await changeStates(db, [nodeId], kind, now);
}

/** `changeState` of several devices at once. */
export async function changeStates(db: Queries, nodeIds: readonly number[], kind: StateKind, now: Date): Promise<void> {
  if (nodeIds.length === 0) return;
  await db
    .insert(desiredState)
    .values(nodeIds.map((nodeId) => ({ nodeId, kind, version: 1, nextAt: now })))
    .onConflictDoUpdate({
      target: [desiredState.nodeId, desiredState.kind],
      set: { version: sql`${desiredState.version} + 1`, nextAt: now },
    });
}

/** Schedules another delivery to agents that connect: they may have lost the state that they had. */
export async function tellAgain(db: Queries, nodeIds: readonly number[], now: Date): Promise<void> {
  await db
    .update(desiredState)
    .set({ nextAt: now })
    .where(inArray(desiredState.nodeId, [...nodeIds]));
}

/** Which of these devices are to be told. */
export async function devicesWithDueStates(db: Queries, ids: readonly number[], now: Date): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct node_id as id from desired_state
    where next_at <= ${now.toISOString()} and ${isStandingNodeId(sql.raw('node_id'))}
      and node_id in (select json_array_elements_text(${JSON.stringify(ids)}::json)::int)`);
  return rows.map(({ id }) => id);
}

/** Takes one state of the device that is due; nobody else gets it until `next`. */
async function claimState(db: Queries, nodeId: number, now: Date, next: Date) {
  const { rows } = await db.execute<{ kind: StateKind; version: number }>(sql`
    with due as (
      select node_id, kind from desired_state where next_at <= ${now.toISOString()} and node_id = ${nodeId}
      order by kind limit 1 for update skip locked
    )
    update desired_state s set next_at = ${next.toISOString()} from due
    where s.node_id = due.node_id and s.kind = due.kind
    returning s.kind, s.version`);
  return rows[0];
}

/**
 * Tells the agent of a device each state that is due, and stores its answer.
 * @throws RpcError when the agent does not answer; it is told again after a minute
 */
export async function deliverStates(
  { database, live, secrets }: Tools,
  nodeId: number,
  apply: (state: StateApply) => Promise<StateAnswer>,
): Promise<void> {
  for (;;) {
    const now = new Date();
    const claimed = await claimState(database, nodeId, now, new Date(now.getTime() + RETRY_SECONDS * 1000));
    if (claimed === undefined) return;
    const { kind, version } = claimed;
    // A change between both reads has a version of its own, which is told next.
    const document = await kinds[kind].read(database, nodeId, secrets);
    const answer = await apply({ kind, version, document });
    await storeAnswer(database, { nodeId, kind, version }, answer);
    await live.announce(database, kinds[kind].topic, [nodeId]);
  }
}

/** A change meanwhile keeps its own next time: this answer is not about it. */
async function storeAnswer(
  db: Queries,
  { nodeId, kind, version }: { nodeId: number; kind: StateKind; version: number },
  { outcome, at, reason }: StateAnswer,
): Promise<void> {
  await db
    .update(desiredState)
    .set({
      answeredVersion: version,
      outcome,
      answeredAt: new Date(at),
      reason: plainText(reason),
      nextAt: sql`case when ${desiredState.version} = ${version} then null else ${desiredState.nextAt} end`,
    })
    .where(and(eq(desiredState.nodeId, nodeId), eq(desiredState.kind, kind)));
}

/** What the agent said of the state that its device should have now; undefined where it never had one. */
export async function readState(db: Queries, nodeId: number, kind: StateKind) {
  const [row] = await db
    .select()
    .from(desiredState)
    .where(and(eq(desiredState.nodeId, nodeId), eq(desiredState.kind, kind)));
  if (row === undefined) return undefined;
  const { version, answeredVersion, outcome, answeredAt, reason } = row;
  if (answeredVersion !== version || outcome === null || answeredAt === null)
    return { version, state: 'waiting' } as const;
  return { version, state: outcome, at: answeredAt.toISOString(), reason };
}

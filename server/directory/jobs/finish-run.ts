import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { mostCandidates, type CandidateNode } from '#api/contract/directory-jobs.ts';
import { decisions, type Decision } from '#api/contract/directory.ts';
import type { RunRefusal, RunState } from '#api/contract/runs.ts';
import type { Queries } from '../../database/database.ts';
import { directoryJob } from '../../database/schema/directory.ts';
import { location } from '../../database/schema/organizations.ts';
import { runItem } from '../../database/schema/runs.ts';
import type { Row } from '../describe-computers.ts';
import { storeDecided, type Decided } from '../store-decided.ts';
import { decisionOf, groupOf, groupsOf, type GroupRule } from './groups.ts';
import type { JobRow } from './read-jobs.ts';

/** How the run of a job ended; null once it was removed. */
export interface EndedRun {
  state: RunState | null;
  result: unknown;
  refusal: RunRefusal | null;
}

export interface Outcome {
  lastOutcome: 'succeeded' | 'failed';
  lastResult: string;
  candidateNodes?: CandidateNode[];
}

/** Computers at once: as many as one statement reads. */
const READ_AT_ONCE = 2000;

/** Notes how a run ended, in words; the job waits for its next time. The caller has locked the job. */
export async function noteOutcome(db: Queries, id: number, outcome: Outcome, now: Date): Promise<void> {
  await db
    .update(directoryJob)
    .set({ ...outcome, runId: null, lastRunAt: now })
    .where(eq(directoryJob.id, id));
}

export const failed = (lastResult: string): Outcome => ({ lastOutcome: 'failed', lastResult });

/** Decides about the computers that a run found, as the deployment of its job says, and says in words how it ended. */
export async function outcomeOf(db: Queries, job: JobRow, ended: EndedRun, now: Date): Promise<Outcome> {
  if (ended.state === null) return failed('The run was removed before it ended.');
  if (ended.state !== 'done') return failed(ended.refusal?.message ?? 'The run was interrupted.');
  const { code, message } = saidIn(ended.result);
  if (code !== 'succeeded') return failed(message || 'Error validating OU Path');
  if (job.deployment === null || job.runId === null || job.domainControllerId === null)
    return failed('Domain controller not found');
  const groups = await placedGroups(db, job.organizationId, groupsOf(job.deployment));
  const found = await sortComputers(db, job.runId, groups);
  const place = {
    organizationId: job.organizationId,
    domainControllerId: job.domainControllerId,
    credentialId: job.credentialId,
  };
  const stored = await storeDecided(db, found.decided, place, now);
  const homeless = groups.filter(({ isMissing }) => isMissing);
  const candidates = [
    ...stored,
    ...found.undecided.map((row) => ({ ...row, status: 'NEW' as const, locationId: null })),
  ];
  return {
    lastOutcome: homeless.length === 0 ? 'succeeded' : 'failed',
    lastResult: [wordsOf(found, stored), ...homeless.map(wordsOfMissing)].join(' '),
    candidateNodes: candidates.slice(0, mostCandidates).map(({ name, objectGuid, status, locationId }) => ({
      name,
      objectGuid,
      status,
      location: groups.find((group) => group.locationId === locationId)?.locationName ?? '',
    })),
  };
}

function saidIn(result: unknown): { code: unknown; message: string } {
  const { code, message } = (result ?? {}) as { code?: unknown; message?: unknown };
  return { code, message: typeof message === 'string' ? message : '' };
}

interface PlacedGroup extends GroupRule {
  decision: Decision | undefined;
  locationName: string;
  /** Its location was removed since the job was saved. */
  isMissing: boolean;
}

async function placedGroups(db: Queries, organizationId: number, groups: readonly GroupRule[]): Promise<PlacedGroup[]> {
  const ids = groups.flatMap(({ locationId }) => locationId ?? []);
  const known = await db
    .select({ id: location.id, name: location.name })
    .from(location)
    .where(and(eq(location.organizationId, organizationId), inArray(location.id, ids)))
    .for('key share');
  return groups.map((group) => {
    const decision = group.on ? decisionOf(group.mode) : undefined;
    const place = known.find(({ id }) => id === group.locationId);
    const isMissing = decision !== undefined && place === undefined;
    return { ...group, decision, isMissing, locationName: decision === undefined ? '' : (place?.name ?? '') };
  });
}

interface Sorted {
  total: number;
  decided: Decided[];
  /** New computers of a group that lists only, or whose location is gone. */
  undecided: Pick<Row, 'name' | 'objectGuid'>[];
  undecidedCount: number;
}

/** The new computers of the groups that are on. What was decided about before, and what is a device already, is left alone (F04-16). */
async function sortComputers(db: Queries, runId: string, groups: readonly PlacedGroup[]): Promise<Sorted> {
  const sorted: Sorted = { total: 0, decided: [], undecided: [], undecidedCount: 0 };
  for (let after = 0; ;) {
    const items = await db
      .select({ seq: runItem.seq, data: runItem.data })
      .from(runItem)
      .where(and(eq(runItem.runId, runId), gt(runItem.seq, after)))
      .orderBy(asc(runItem.seq))
      .limit(READ_AT_ONCE);
    for (const { seq, data } of items) {
      after = seq;
      sort(sorted, data as unknown as Row, groups);
    }
    if (items.length < READ_AT_ONCE) return sorted;
  }
}

function sort(sorted: Sorted, computer: Row, groups: readonly PlacedGroup[]): void {
  sorted.total += 1;
  const rule = groups.find(({ group }) => group === groupOf(computer));
  if (computer.status !== 'NEW' || rule?.on !== true) return;
  const { objectGuid, name, hostName, os, isServer, ouPath } = computer;
  const { decision, isMissing, locationId } = rule;
  if (decision !== undefined && !isMissing) {
    sorted.decided.push({ objectGuid, name, hostName, os, isServer, ouPath, status: decision, locationId });
    return;
  }
  sorted.undecidedCount += 1;
  if (sorted.undecided.length < mostCandidates) sorted.undecided.push({ name, objectGuid });
}

const statusWords: Readonly<Record<Decision, string>> = {
  APPROVED: 'approved',
  PENDING: 'marked as pending',
  REJECTED: 'rejected',
};

/** “12 computers found: 3 approved, 1 new.” */
function wordsOf({ total, undecidedCount }: Sorted, stored: readonly Decided[]): string {
  const found = `${total.toLocaleString('en')} ${total === 1 ? 'computer' : 'computers'} found`;
  const parts = [
    ...decisions.map((status) => [stored.filter((one) => one.status === status).length, statusWords[status]] as const),
    [undecidedCount, 'new'] as const,
  ].flatMap(([count, words]) => (count === 0 ? [] : [`${count.toLocaleString('en')} ${words}`]));
  return parts.length === 0 ? `${found}, none of them new.` : `${found}: ${parts.join(', ')}.`;
}

function wordsOfMissing({ group }: PlacedGroup): string {
  const which = group === 'windows_servers' ? 'servers' : 'workstations';
  return `The location of ${which} was removed. Edit the job.`;
}

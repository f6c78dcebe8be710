import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { RunRefusal, RunState } from '#api/contract/runs.ts';
import type { Queries } from '../../database/database.ts';
import { networkScan, networkScanHost, networkScanRun } from '../../database/schema/network-scans.ts';
import { run } from '../../database/schema/runs.ts';
import type { Alerts } from '../../monitors/alerts/alerts.ts';
import { expiryOf } from '../../runs/expire-runs.ts';
import type { ScanRow } from './read-scans.ts';
import { recordHosts } from './record-hosts.ts';
import { raiseNewDevices } from './scan-alerts.ts';

/** How the run of a scan ended; null once it was removed. */
export interface EndedRun {
  state: RunState | null;
  refusal: RunRefusal | null;
}

/** Finished runs of a scan that are kept to compare with, beside those with new devices that nobody has seen to. */
const keptRuns = 20;
const keptDays = 366;

/** The scan waits for its next time. */
export async function noteFailure(db: Queries, id: number, lastResult: string, now: Date): Promise<void> {
  await db
    .update(networkScan)
    .set({ lastOutcome: 'failed', lastResult, runId: null, lastRunAt: now })
    .where(eq(networkScan.id, id));
}

/**
 * Records the hosts that a run found, raises an alert for those that are new, and says in words how the run ended. A run that did not reach its
 * end records nothing. The caller has locked the scan.
 */
export async function finishScan(
  db: Queries,
  alerts: Pick<Alerts, 'raise'>,
  { scan, ended }: { scan: ScanRow; ended: EndedRun },
  now: Date,
): Promise<string> {
  const { id, runId } = scan;
  if (ended.state !== 'done' || runId === null) {
    const said =
      ended.state === null
        ? 'The run was removed before it ended.'
        : (ended.refusal?.message ?? 'The run did not check every address.');
    await noteFailure(db, id, said, now);
    return said;
  }
  const { responding, found } = await recordHosts(db, { scan, runId }, now);
  if (found.length > 0) await raiseNewDevices(db, alerts, { scan, runId, found }, now);
  const lastResult = wordsOf(scan, responding, found.length);
  await db
    .update(networkScan)
    .set({ lastOutcome: 'succeeded', lastResult, runId: null, lastRunAt: now, hasBaseline: true })
    .where(eq(networkScan.id, id));
  await keepRuns(db, id, runId, now);
  return lastResult;
}

/** “12 devices responded, 1 of them is new.” */
function wordsOf({ hasBaseline }: ScanRow, responding: number, found: number): string {
  const devices = `${responding.toLocaleString('en')} ${responding === 1 ? 'device' : 'devices'} responded`;
  if (!hasBaseline) return `${devices}. Later runs report those that are not among them.`;
  return found === 0 ? `${devices}, none of them new.` : `${devices}, ${found.toLocaleString('en')} of them new.`;
}

/** The latest runs stay for a year, others for as long as any run. */
async function keepRuns(db: Queries, scanId: number, runId: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + keptDays * 86_400_000);
  await db.update(run).set({ expiresAt: until }).where(eq(run.id, runId));
  const latest = db
    .select({ id: networkScanRun.runId })
    .from(networkScanRun)
    .innerJoin(run, eq(run.id, networkScanRun.runId))
    .where(and(eq(networkScanRun.scanId, scanId), eq(run.state, 'done')))
    .orderBy(desc(run.createdAt))
    .limit(keptRuns);
  const unseen = db
    .selectDistinct({ id: sql<string>`${networkScanHost.foundBy}` })
    .from(networkScanHost)
    .where(and(eq(networkScanHost.scanId, scanId), networkScanHost.isNew, sql`${networkScanHost.foundBy} is not null`));
  const all = db.select({ id: networkScanRun.runId }).from(networkScanRun).where(eq(networkScanRun.scanId, scanId));
  await db
    .update(run)
    .set({ expiresAt: sql`least(${run.expiresAt}, ${expiryOf(now).toISOString()}::timestamptz)` })
    .where(and(inArray(run.id, all), notInArray(run.id, latest), notInArray(run.id, unseen)));
}

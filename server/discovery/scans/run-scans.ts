import { and, eq, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';
import { auditStopped, authorObstacle, isOfStandingAuthor } from '../../access/author.ts';
import { isStandingNodeId, isStandingOrganization } from '../../access/visibility.ts';
import { appendAudit } from '../../audit/chain.ts';
import type { Database, Queries } from '../../database/database.ts';
import { networkScan } from '../../database/schema/network-scans.ts';
import { run } from '../../database/schema/runs.ts';
import { wake } from '../../jobs/wake.ts';
import type { Live } from '../../live/messages.ts';
import type { Alerts } from '../../monitors/alerts/alerts.ts';
import type { Secrets } from '../../secrets.ts';
import { finishScan, noteFailure, type EndedRun } from './finish-scan.ts';
import type { ScanRow } from './read-scans.ts';
import { nextRunOf } from './save-scan.ts';
import { settleAlerts } from './scan-alerts.ts';
import { startScan } from './start-scan.ts';

export interface ScanTools {
  database: Database;
  live: Pick<Live, 'announce'>;
  secrets: Secrets;
  alerts: Pick<Alerts, 'raise' | 'reset' | 'end'>;
}

/** While runs are under way, the server looks again after so many seconds. */
const LOOK_AGAIN_SECONDS = 2;
/** A probe does one discovery at a time: a scan that is due meanwhile waits this long, in milliseconds. */
const BUSY_MS = 60_000;
const wakeScans = wake('run_network_scans');

/** Looks for the end of runs soon. */
export async function lookAgain(db: Queries, now: Date): Promise<void> {
  await wakeScans(db, new Date(now.getTime() + LOOK_AGAIN_SECONDS * 1000));
}

/**
 * The job of every minute: finishes the runs of network scans that have ended, starts those whose time has come, and settles the alerts of
 * new devices. Of several servers that do it at once, one takes each scan: its row is locked and changed in one transaction.
 */
export async function runNetworkScans(tools: ScanTools, now: Date = new Date()): Promise<void> {
  while (await finishOne(tools, now));
  while (await startOne(tools, now));
  const { database, alerts } = tools;
  await database.transaction((tx) => settleAlerts(tx, alerts, now));
  const [running] = await database
    .select({ id: networkScan.id })
    .from(networkScan)
    .where(and(isNotNull(networkScan.runId), stands))
    .limit(1);
  if (running) await lookAgain(database, now);
}

/** Neither its organization nor its probe is marked for deletion: such a scan waits as it is. */
const stands = and(
  isStandingOrganization(networkScan.organizationId),
  or(isNull(networkScan.probeId), isStandingNodeId(networkScan.probeId)),
);
const underWay = ['queued', 'running'] as const;
const isUnderWay = sql`exists (select 1 from ${run} where ${run.id} = ${networkScan.runId} and ${inArray(run.state, underWay)})`;

/** Takes one scan whose run has ended; false when there is none. */
async function finishOne({ database, live, secrets, alerts }: ScanTools, now: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [scan] = await tx
      .select()
      .from(networkScan)
      .where(and(isNotNull(networkScan.runId), not(isUnderWay), stands))
      .orderBy(networkScan.id)
      .limit(1)
      .for('no key update', { skipLocked: true });
    if (!scan) return false;
    const ended = await endOf(tx, scan);
    // Another server finished the run and started the next one before this one locked the row.
    if (ended === undefined) return true;
    const said = await finishScan(tx, alerts, { scan, ended }, now);
    await live.announce(tx, 'node', scan.probeId === null ? [] : [scan.probeId]);
    const { id, name, organizationId } = scan;
    await appendAudit(tx, secrets, { userId: null, name: 'Cairn', ip: '', at: now }, [
      {
        action: 'NETWORK_SCAN_RAN',
        entityType: 'NETWORK_SCAN',
        entityId: id,
        organizationId,
        summary: `The network scan “${name}” ran. ${said}`,
      },
    ]);
    return true;
  });
}

/** How the run ended, as it stands once the scan is locked; undefined while it is under way. */
async function endOf(tx: Queries, { runId }: ScanRow): Promise<EndedRun | undefined> {
  const [found] = await tx
    .select({ state: run.state, refusal: run.refusal })
    .from(run)
    .where(eq(run.id, runId ?? ''));
  if (!found) return { state: null, refusal: null };
  return underWay.some((state) => state === found.state) ? undefined : found;
}

/** Takes one scan whose time has come; false when there is none. A run that is still under way is not started twice. */
async function startOne({ database, live, secrets }: ScanTools, now: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(networkScan)
      .where(and(lte(networkScan.nextRunAt, now), stands, isOfStandingAuthor(networkScan.userId)))
      .orderBy(networkScan.nextRunAt, networkScan.id)
      .limit(1)
      .for('no key update', { skipLocked: true });
    if (!due) return false;
    const next = await nextRunOf(tx, due, now);
    const stopped = await obstacleTo(tx, due);
    const refused =
      due.runId === null && stopped === undefined ? await startScan({ db: tx, live, secrets, now }, due) : undefined;
    const waits = refused?.code === 'network_scan_is_in_progress';
    const nextRunAt = waits ? new Date(Math.min(next.getTime(), now.getTime() + BUSY_MS)) : next;
    await tx.update(networkScan).set({ nextRunAt }).where(eq(networkScan.id, due.id));
    if (refused && !waits) await noteFailure(tx, due.id, refused.words, now);
    if (stopped !== undefined && due.runId === null) await stopScan({ tx, secrets, now }, due, stopped);
    await live.announce(tx, 'node', due.probeId === null ? [] : [due.probeId]);
    return true;
  });
}

/** Why the scan does not run: it discovers with the permissions of whoever saved it last. */
function obstacleTo(tx: Queries, scan: ScanRow): Promise<string | undefined> {
  return authorObstacle(tx, scan, {
    again: 'Save the scan again as somebody who may.',
    may: 'add devices to this organization',
    permission: 'NODE:Create',
    organizationId: scan.organizationId,
  });
}

async function stopScan(
  { tx, secrets, now }: { tx: Queries; secrets: Secrets; now: Date },
  { id, name, organizationId, lastResult: before }: ScanRow,
  reason: string,
): Promise<void> {
  const what = `the network scan “${name}”`;
  const entry = { action: 'NETWORK_SCAN_STOPPED', entityType: 'NETWORK_SCAN', entityId: id, organizationId, what };
  await auditStopped(tx, secrets, { before, reason, entry }, now);
  await noteFailure(tx, id, reason, now);
}

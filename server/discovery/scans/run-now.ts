import { and, eq, inArray } from 'drizzle-orm';
import { signedIn } from '../../access/signed-in.ts';
import type { CallContext } from '../../context.ts';
import { networkScanHost } from '../../database/schema/network-scans.ts';
import { wake } from '../../jobs/wake.ts';
import { Refused } from '../../refused.ts';
import { ownScan, type ScanRow } from './read-scans.ts';
import { lookAgain } from './run-scans.ts';
import { startScan } from './start-scan.ts';

const wakeScans = wake('run_network_scans');

/**
 * Runs a scan now; its next time stays. A paused one runs as well.
 * @throws Refused `not_found`, `network_scan_is_in_progress`, `device_offline`, `invalid_input`
 */
export async function runNow(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now' | 'ip' | 'afterCommit'>,
  id: number,
): Promise<ScanRow> {
  const { db, actor, now, ip, services, afterCommit } = context;
  const scan = await ownScan(context, id);
  if (scan.runId !== null) throw new Refused('network_scan_is_in_progress');
  const by = { userId: signedIn(actor).userId, ip };
  const refused = await startScan({ db, live: services.live, secrets: services.secrets, now }, scan, by);
  if (refused) throw new Refused(refused.code, { message: refused.words });
  await lookAgain(db, now);
  const { probeId } = scan;
  if (probeId !== null) afterCommit(() => services.agents.wake(probeId));
  return scan;
}

/** Marks new devices as known. Devices that are not new, and those of another scan, stay as they are. @throws Refused `not_found` */
export async function markKnown(
  context: Pick<CallContext, 'db' | 'actor'>,
  id: number,
  hosts: readonly number[],
): Promise<{ scan: ScanRow; marked: number }> {
  const { db, actor } = context;
  const scan = await ownScan(context, id);
  const marked = await db
    .update(networkScanHost)
    .set({ isNew: false, knownBy: signedIn(actor).name })
    .where(and(eq(networkScanHost.scanId, id), networkScanHost.isNew, inArray(networkScanHost.id, [...new Set(hosts)])))
    .returning({ id: networkScanHost.id });
  await wakeScans(db);
  return { scan, marked: marked.length };
}

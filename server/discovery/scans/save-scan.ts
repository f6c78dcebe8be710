import { eq, inArray, sql } from 'drizzle-orm';
import type { DiscoverySchedule } from '#api/contract/directory-jobs.ts';
import type { ScanInput } from '#api/contract/network-scans.ts';
import { readBody } from '#engine/flow/read-answers.ts';
import manifest from '#schemas/network-scan/flow.json';
import { holds } from '../../access/permissions.ts';
import { authorOfSave } from '../../access/author.ts';
import type { CallContext } from '../../context.ts';
import type { Queries } from '../../database/database.ts';
import { networkScan, networkScanRun } from '../../database/schema/network-scans.ts';
import { notificationChannel } from '../../database/schema/notifications.ts';
import { division, organization } from '../../database/schema/organizations.ts';
import { run } from '../../database/schema/runs.ts';
import { zoneOfOrganization } from '../../organizations/zone-of-organization.ts';
import { wake } from '../../jobs/wake.ts';
import { nextRun } from '../../maintenance/repeat.ts';
import { Refused } from '../../refused.ts';
import { requireAnswers, requireFields } from '../../require-fields.ts';
import { nextRevision, requireRevision } from '../../revision.ts';
import { expiryOf } from '../../runs/expire-runs.ts';
import { answerProblems } from '../../screens/answer-problems.ts';
import { requireSettings } from '../require-settings.ts';
import { ownScan, readScan, type ScanReply, type ScanRow } from './read-scans.ts';

/** Alerts of scans that were removed or turned off end soon. */
const wakeScans = wake('run_network_scans');

/** @throws Refused `invalid_input`, `forbidden`, `number_of_network_scan_targets_exceeded` */
export async function addScan(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  body: ScanInput,
): Promise<ScanReply> {
  const { db, now, actor } = context;
  const columns = await checkedColumns(context, body);
  const [added] = await db
    .insert(networkScan)
    .values({
      ...columns,
      nextRunAt: await nextRunOf(db, columns, now),
      ...authorOfSave(actor),
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: networkScan.id });
  if (!added) throw new Error('The network scan was not stored');
  return readScan(context, added.id);
}

/** @throws Refused `not_found`, `conflict`, and what `addScan` throws */
export async function saveScan(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now' | 'expectedRevision'>,
  id: number,
  body: ScanInput,
): Promise<ScanReply> {
  const { db, now, actor } = context;
  const stored = await ownScan(context, id);
  const { revision, paused } = stored;
  await requireRevision(context, { entityType: 'NETWORK_SCAN', id, revision, current: () => readScan(context, id) });
  requireFields({
    '/org': body.org === stored.organizationId ? undefined : 'The organization cannot change once the scan is saved.',
  });
  const columns = await checkedColumns(context, body);
  // Hosts at addresses that no run has checked are no new devices.
  const isSame = columns.probeId === stored.probeId && columns.ipTargets === stored.ipTargets;
  await db
    .update(networkScan)
    .set({
      ...columns,
      ...authorOfSave(actor),
      hasBaseline: stored.hasBaseline && isSame,
      // A run under way checks the addresses of before: the scan does not wait for it.
      runId: isSame ? stored.runId : null,
      nextRunAt: paused ? null : await nextRunOf(db, columns, now),
      updatedAt: now,
      revision: nextRevision(networkScan.revision),
    })
    .where(eq(networkScan.id, id));
  await wakeScans(db);
  return readScan(context, id);
}

/** Its runs are kept as long as others. @throws Refused `not_found` */
export async function removeScan(context: Pick<CallContext, 'db' | 'actor' | 'now'>, id: number): Promise<ScanRow> {
  const { db, now } = context;
  const scan = await ownScan(context, id);
  const runs = db.select({ id: networkScanRun.runId }).from(networkScanRun).where(eq(networkScanRun.scanId, id));
  await db
    .update(run)
    .set({ expiresAt: expiryOf(now) })
    .where(inArray(run.id, runs));
  await db.delete(networkScan).where(eq(networkScan.id, id));
  await wakeScans(db);
  return scan;
}

/** A paused scan has no next time. @throws Refused `not_found` */
export async function pauseScan(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  id: number,
  paused: boolean,
): Promise<ScanReply> {
  const { db, now } = context;
  const scan = await ownScan(context, id);
  if (scan.paused !== paused)
    await db
      .update(networkScan)
      .set({
        paused,
        nextRunAt: paused ? null : await nextRunOf(db, scan, now),
        updatedAt: now,
        revision: nextRevision(networkScan.revision),
      })
      .where(eq(networkScan.id, id));
  return readScan(context, id);
}

/** By the clock of the organization. */
export async function nextRunOf(
  db: Queries,
  { schedule, organizationId }: { schedule: DiscoverySchedule; organizationId: number },
  now: Date,
): Promise<Date> {
  const [found] = await db
    .select({ timeZone: zoneOfOrganization })
    .from(organization)
    .innerJoin(division, sql`true`)
    .where(eq(organization.id, organizationId));
  return new Date(nextRun(schedule, { timeZone: found?.timeZone ?? 'UTC', after: now.getTime() }));
}

/** The scan as its columns, once everything that it names was found right. */
async function checkedColumns(context: Pick<CallContext, 'db' | 'actor' | 'services'>, body: ScanInput) {
  const { db, actor, services } = context;
  const asked = { flow: 'network-scan', manifest, call: 'addNetworkScan' };
  requireAnswers(answerProblems(services.screens, asked, readBody(manifest, asked.call, body)));
  await requireSettings(context, body);
  if (!holds(actor, 'NODE:Create', body.org)) throw new Refused('forbidden');
  const notificationChannelIds = [...new Set(body.alerts ? body.notificationChannelIds : [])];
  await requireChannels(db, notificationChannelIds);
  const { org, location, networkProbe, snmpCredTwo = null, telnetSshCred = null, ...rest } = body;
  return {
    ...rest,
    name: body.name.trim(),
    ipTargets: body.ipTargets.trim(),
    organizationId: org,
    locationId: location,
    probeId: networkProbe.nodeId,
    snmpCredTwo,
    telnetSshCred,
    notificationChannelIds,
  };
}

/** The channels are there and stay until the transaction ends. @throws Refused `invalid_input` */
async function requireChannels(db: Queries, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await db
    .select({ id: notificationChannel.id })
    .from(notificationChannel)
    .where(inArray(notificationChannel.id, [...ids]))
    .orderBy(notificationChannel.id)
    .for('key share');
  requireFields({
    '/notificationChannelIds': known.length < ids.length ? 'A chosen channel is no longer there.' : undefined,
  });
}

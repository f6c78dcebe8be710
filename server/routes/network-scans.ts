import type { networkScanCalls } from '#api/contract/network-scans.ts';
import { changesOf } from '../audit/changes.ts';
import type { CallContext } from '../context.ts';
import { listScans, readScan, type ScanReply } from '../discovery/scans/read-scans.ts';
import { markKnown, runNow } from '../discovery/scans/run-now.ts';
import { addScan, pauseScan, removeScan, saveScan } from '../discovery/scans/save-scan.ts';
import type { Handlers } from '../http/handler.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const networkScanHandlers: Handlers<keyof typeof networkScanCalls> = {
  listNetworkScans: (context, { query }) => listScans(context, query),
  readNetworkScan: (context, { params }) => readScan(context, params.id),
  async addNetworkScan(context, { body }) {
    const networkScan = await addScan(context, body);
    await auditScan(context, named(networkScan), 'NETWORK_SCAN_CREATED', 'Added', auditable(networkScan));
    return { ...done, networkScan };
  },
  async saveNetworkScan(context, { params, body }) {
    const before = await readScan(context, params.id);
    const networkScan = await saveScan(context, params.id, body);
    const changes = changesOf(auditable(before), auditable(networkScan), []);
    await auditScan(context, named(networkScan), 'NETWORK_SCAN_UPDATED', 'Changed', changes);
    return { ...done, networkScan };
  },
  async removeNetworkScan(context, { params }) {
    await auditScan(context, await removeScan(context, params.id), 'NETWORK_SCAN_DELETED', 'Deleted');
    return done;
  },
  async runNetworkScan(context, { params }) {
    await auditScan(context, await runNow(context, params.id), 'NETWORK_SCAN_STARTED', 'Started');
    return done;
  },
  async pauseNetworkScan(context, { params, body: { paused } }) {
    const networkScan = await pauseScan(context, params.id, paused);
    const action = paused ? 'NETWORK_SCAN_PAUSED' : 'NETWORK_SCAN_RESUMED';
    await auditScan(context, named(networkScan), action, paused ? 'Paused' : 'Resumed');
    return { ...done, networkScan };
  },
  async markDevicesKnown(context, { params, body }) {
    const { scan, marked } = await markKnown(context, params.id, body.hosts);
    const devices = marked === 1 ? '1 device' : `${marked} devices`;
    await auditScan(context, scan, 'NETWORK_SCAN_DEVICES_KNOWN', `Marked ${devices} as known of`);
    return { ...done, marked };
  },
};

type Named = { id: number; name: string; organizationId: number };

const named = ({ id, name, org }: ScanReply): Named => ({ id, name, organizationId: org });

/** What a person sets. */
function auditable(scan: ScanReply) {
  const { name, ipTargets, networkProbe, schedule, alerts, notificationChannelIds } = scan;
  const { pingTimeoutMS, pingPacketTTL, pingsPerNode, delayBetweenPingsMS } = scan;
  return {
    name,
    ipTargets,
    schedule,
    alerts,
    notificationChannelIds,
    pingTimeoutMS,
    pingPacketTTL,
    pingsPerNode,
    delayBetweenPingsMS,
    networkProbe: networkProbe?.nodeName ?? '',
  };
}

async function auditScan(
  context: CallContext,
  { id, name, organizationId }: Named,
  action: string,
  verb: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  await context.audit({
    action,
    entityType: 'NETWORK_SCAN',
    entityId: id,
    organizationId,
    summary: `${verb} the network scan “${name}”`,
    ...(detail && { detail }),
  });
  await context.announce('node', []);
}

import { eq } from 'drizzle-orm';
import { mostTargets } from '#api/contract/agent-methods/discovery.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import { inabilityOf } from '../../agents/inability.ts';
import { startOwnCommand } from '../../agents/start-own-command.ts';
import type { Queries } from '../../database/database.ts';
import { agent } from '../../database/schema/agents.ts';
import { networkScan, networkScanRun } from '../../database/schema/network-scans.ts';
import { node } from '../../database/schema/nodes.ts';
import type { Live } from '../../live/messages.ts';
import type { Secrets } from '../../secrets.ts';
import { isBusy } from '../busy-probe.ts';
import { expandTargets } from '../targets.ts';
import { withCredentials } from '../with-credentials.ts';
import type { ScanRow } from './read-scans.ts';

export interface StartTools {
  db: Queries;
  live: Pick<Live, 'announce'>;
  secrets: Pick<Secrets, 'open'>;
  now: Date;
}

/** Why a run did not start. */
export interface NotStarted {
  code: Extract<ErrorCode, 'device_offline' | 'network_scan_is_in_progress' | 'invalid_input'>;
  words: string;
}

const invalid = (words: string): NotStarted => ({ code: 'invalid_input', words });

/**
 * Asks the probe of a scan to discover the network; the scan holds the run until it is finished. The caller has locked the scan. `by`: who
 * asked; nobody when its time had come.
 */
export async function startScan(
  tools: StartTools,
  scan: ScanRow,
  by: { userId: number | null; ip: string } = { userId: null, ip: '' },
): Promise<NotStarted | undefined> {
  const { db, live, now } = tools;
  const { organizationId } = scan;
  const nodeId = await askable(db, scan);
  if (typeof nodeId !== 'number') return nodeId;
  const params = paramsOf(scan);
  if (params === undefined || (await withCredentials(tools, nodeId, params)) === undefined)
    return invalid('A credential of the scan was removed. Edit the scan.');
  if (await isBusy(db, nodeId))
    return { code: 'network_scan_is_in_progress', words: 'The network probe does another discovery.' };
  const runId = await startOwnCommand(
    db,
    live,
    { nodeId, organizationId, method: 'network.discover', params, ...by },
    now,
  );
  await db.insert(networkScanRun).values({ runId, scanId: scan.id });
  await db.update(networkScan).set({ runId }).where(eq(networkScan.id, scan.id));
  await live.announce(db, 'node', [nodeId]);
  return undefined;
}

/** The probe, if it is where it was and can discover. */
async function askable(db: Queries, { organizationId, locationId, probeId }: ScanRow): Promise<NotStarted | number> {
  if (probeId === null) return invalid('The network probe was removed. Edit the scan.');
  const [found] = await db
    .select({ organizationId: node.organizationId, locationId: node.locationId, isUp: node.isUp, agent })
    .from(node)
    .innerJoin(agent, eq(agent.nodeId, node.id))
    .where(eq(node.id, probeId));
  if (found?.organizationId !== organizationId || found.locationId !== locationId)
    return invalid('The network probe moved to another location. Edit the scan.');
  if (!found.isUp) return { code: 'device_offline', words: 'The network probe is offline.' };
  const inability = inabilityOf(found.agent, 'network.discover');
  return inability === undefined ? probeId : invalid(inability);
}

/** Undefined without its first credential. */
function paramsOf(scan: ScanRow) {
  const { ipTargets, snmpCredOne, snmpCredTwo, telnetSshCred } = scan;
  const { pingTimeoutMS, pingPacketTTL, pingsPerNode, delayBetweenPingsMS } = scan;
  const addresses = expandTargets(ipTargets, mostTargets);
  if (snmpCredOne === null || addresses === undefined) return undefined;
  return {
    addresses,
    snmpCredentials: [snmpCredOne, ...(snmpCredTwo === null ? [] : [snmpCredTwo])],
    ...(telnetSshCred !== null && { telnetSshCredential: telnetSshCred }),
    pingTimeoutMS,
    pingPacketTTL,
    pingsPerNode,
    delayBetweenPingsMS,
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Topology, TopologyRead } from '#api/contract/agent-methods/topology.ts';
import { snmpCredentials } from '../credentials/snmp-credentials.ts';
import { claimDevices } from '../polling/claim-devices.ts';
import type { PollTools } from '../polling/poll-probe.ts';
import { storeTopology } from './store-topology.ts';

/** A probe may send 2 MB in 10 s (`server/agents/budget.ts`): readings take at most half of it. */
const BYTES_A_SECOND = 100_000;
const SHORTEST_PAUSE_MS = 100;

/**
 * Reads what is at the ports of the devices of a probe until none is due, a device at a time.
 * @throws RpcError when the probe cannot; the device is read again after `everySeconds`
 */
export async function readTopologies(
  { database, live, secrets }: PollTools,
  probe: number,
  { everySeconds, read }: { everySeconds: number; read(request: TopologyRead): Promise<{ topology: Topology | null }> },
): Promise<void> {
  for (;;) {
    const now = new Date();
    const next = new Date(now.getTime() + everySeconds * 1000);
    const [device] = await claimDevices(database, probe, { work: 'topology', most: 1, now, next });
    if (device === undefined) return;
    const { nodeId, address, credentialId } = device;
    const known = await snmpCredentials({ db: database, secrets }, probe, credentialId === null ? [] : [credentialId]);
    const credential = known.get(credentialId ?? 0);
    if (credential === undefined) continue;
    const { topology } = await read({ address, credential });
    if (topology === null) continue;
    if (await storeTopology(database, nodeId, topology, new Date())) await live.announce(database, 'node', [nodeId]);
    await pause(Math.max(SHORTEST_PAUSE_MS, (JSON.stringify(topology).length / BYTES_A_SECOND) * 1000));
  }
}

import type { InterfacesRead, NetworkInterface } from '#api/contract/agent-methods/interfaces.ts';
import { snmpCredentials } from '../credentials/snmp-credentials.ts';
import { claimDevices } from './claim-devices.ts';
import type { PollTools } from './poll-probe.ts';
import { storeInterfaces } from './store-interfaces.ts';

/**
 * Reads the interfaces of the devices of a probe until none is due, a device at a time.
 * @throws RpcError when the probe cannot; the device is read again after `everySeconds`
 */
export async function readInterfaces(
  { database, secrets }: PollTools,
  probe: number,
  {
    everySeconds,
    read,
  }: { everySeconds: number; read(request: InterfacesRead): Promise<{ interfaces: NetworkInterface[] }> },
): Promise<void> {
  for (;;) {
    const now = new Date();
    const next = new Date(now.getTime() + everySeconds * 1000);
    const [device] = await claimDevices(database, probe, { work: 'interfaces', most: 1, now, next });
    if (device === undefined) return;
    const { nodeId, address, credentialId } = device;
    const known = await snmpCredentials({ db: database, secrets }, probe, credentialId === null ? [] : [credentialId]);
    const credential = known.get(credentialId ?? 0);
    if (credential === undefined) continue;
    const { interfaces } = await read({ address, credential });
    // A device that does not answer keeps what it said last.
    if (interfaces.length > 0) await storeInterfaces(database, nodeId, interfaces, new Date());
  }
}

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findFault } from '#api/contract/agent-methods/find-fault.ts';
import { topologyRead, type Topology } from '#api/contract/agent-methods/topology.ts';
import { addresses, farName, lldpPrograms, mayMakeNetworks, startLldpPair, type LldpPair } from './lldp-peer.ts';

const mayRun = mayMakeNetworks();
if (lldpPrograms && !mayRun) console.info('lldpd is not tested: this machine refuses network namespaces');

describe.skipIf(!mayRun)('the neighbours of lldpd and snmpd (Debian: lldpd, snmpd, iproute2)', () => {
  let pair: LldpPair;
  beforeAll(async () => {
    pair = await startLldpPair();
  }, 60_000);
  afterAll(() => pair?.stop());

  const neighborsOf = (topology: Topology | null) => topology?.neighbors ?? [];

  it.each(['SNMP_V2C', 'SNMP_V1'] as const)('are read by %s: who is at which port, and its addresses', async (type) => {
    const topology = await vi.waitFor(
      async () => {
        const found = await pair.readTopology(type);
        // The far lldpd calls itself as its computer until it has read its own name.
        const [heard] = neighborsOf(found);
        expect(heard).toMatchObject({ systemName: farName, remoteDescription: 'port7', description: 'a switch' });
        expect(heard?.addresses).toContain(addresses.far);
        return found;
      },
      { timeout: 40_000, interval: 500 },
    );
    expect(findFault(topologyRead.result, { topology })).toBeUndefined();
    expect(neighborsOf(topology)).toHaveLength(1);
    const uplink = topology?.ports.find(({ name }) => name === 'uplink0');
    expect(uplink).toEqual({ index: expect.any(Number), name: 'uplink0', mac: pair.macOf('near') });
    expect(neighborsOf(topology)[0]).toEqual({
      port: uplink?.index,
      portName: 'uplink0',
      protocol: 'LLDP',
      mac: pair.macOf('far'),
      chassis: '',
      systemName: farName,
      remotePort: pair.macOf('far'),
      remoteDescription: 'port7',
      description: 'a switch',
      addresses: expect.arrayContaining([addresses.far]),
    });
    expect(topology?.macs).toEqual([pair.macOf('near')]);
    // It is no switch.
    expect(topology?.forwarding).toEqual([]);
  });

  it('are gone when the cable is out, and the device still answers', async () => {
    pair.unplug();
    await vi.waitFor(
      async () => {
        const found = await pair.readTopology('SNMP_V2C');
        expect(found?.ports.length).toBeGreaterThan(0);
        expect(neighborsOf(found)).toEqual([]);
      },
      { timeout: 30_000, interval: 500 },
    );
  });
});

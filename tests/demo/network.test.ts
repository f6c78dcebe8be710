import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSnmp } from '#agent/discovery/read-snmp.ts';
import { networkDiscover } from '#agent/methods/network-discover.ts';
import { createInterfaceReader } from '#agent/polling/read-interfaces.ts';
import type { SnmpCredential } from '#api/contract/agent-methods/discovery.ts';
import { community, demoBlock, devices, silentAddresses, v3User, type Speaks } from '#demo/network/devices.ts';
import { profiles, type Profile } from '#demo/network/profiles.ts';
import type { DemoNetwork } from '#demo/network/running.ts';
import { sshLogin } from '#demo/network/ssh-service.ts';
import { startNetwork } from '#demo/network/start-network.ts';
import { suggestRole } from '#server/discovery/suggest-role.ts';
import { expandTargets } from '#server/discovery/targets.ts';

type Host = Parameters<Parameters<typeof networkDiscover>[1]['item']>[0];

const { signal } = new AbortController();
const v2c: SnmpCredential = { credentialType: 'SNMP_V2C', community };
const v3: SnmpCredential = {
  credentialType: 'SNMP_V3',
  username: v3User.name,
  security: 'AUTH_PRIV',
  authProtocol: 'SHA256',
  authKey: v3User.authKey,
  privProtocol: 'AES',
  privKey: v3User.privKey,
};
const telnetSshCredential = { credentialType: 'TELNET_SSH', ...sshLogin } as const;
const ADDRESSES_OF_THE_BLOCK = 126;
const roleOf = (profile: keyof typeof profiles): string | undefined => {
  const { role }: Profile = profiles[profile];
  return role;
};
const speaking = (speaks: Speaks) => devices.filter((device) => device.speaks === speaks);

describe.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('the network of the demo', () => {
  let network: DemoNetwork;
  const found: Host[] = [];
  beforeAll(async () => {
    network = await startNetwork();
    const settings = { pingTimeoutMS: 300, pingPacketTTL: 64, pingsPerNode: 1, delayBetweenPingsMS: 10 };
    await networkDiscover(
      {
        addresses: [...(expandTargets(demoBlock, ADDRESSES_OF_THE_BLOCK) ?? []), ...silentAddresses],
        snmpCredentials: [v2c, v3],
        telnetSshCredential,
        ...settings,
      },
      { signal, item: (host) => void found.push(host), progress: () => undefined },
    );
  });
  afterAll(() => network?.stop());

  it('is discovered by a probe: each device by the credential that it answers, and the others as silent or by ping', () => {
    const count = (holds: (host: Host) => boolean) => found.filter(holds).length;
    expect(speaking('community').length).toBeGreaterThanOrEqual(60);
    expect({
      all: found.length,
      community: count(({ snmp }) => snmp?.credential === 1),
      v3: count(({ snmp }) => snmp?.credential === 2),
      pingAlone: count(({ snmp, pingMS }) => snmp === null && pingMS !== null),
      silent: count(({ snmp, pingMS, ports }) => snmp === null && pingMS === null && ports.length === 0),
    }).toEqual({
      all: ADDRESSES_OF_THE_BLOCK + silentAddresses.length,
      community: speaking('community').length,
      v3: speaking('v3').length,
      pingAlone: ADDRESSES_OF_THE_BLOCK - speaking('community').length - speaking('v3').length,
      silent: silentAddresses.length,
    });
  });

  it('suggests the role of each device that answers SNMP, as its profile means it', () => {
    const answering = [...speaking('community'), ...speaking('v3')];
    const suggested = answering.map(({ address, name }) => {
      const host = found.find(({ ip }) => ip === address);
      return [name, host?.snmp?.name, host && suggestRole(host)?.role];
    });
    expect(suggested).toEqual(answering.map(({ name, profile }) => [name, name, roleOf(profile)]));
  });

  it('lets the probe sign in by SSH at the servers alone', () => {
    const servers = devices.filter(({ profile }) => profile === 'linuxServer').map(({ address }) => address);
    expect(found.flatMap(({ ip, login }) => (login === 'ssh' ? [ip] : [])).toSorted()).toEqual(servers.toSorted());
  });

  it('does not answer the community where a device has another one', async () => {
    for (const { address } of speaking('other')) {
      expect(await readSnmp(address, [v2c, v3], { timeoutMs: 300, signal })).toBeNull();
      const theirs: SnmpCredential = { credentialType: 'SNMP_V2C', community: 'another customer' };
      expect(await readSnmp(address, [theirs], { timeoutMs: 300, signal })).not.toBeNull();
    }
  });

  it('has interfaces whose 64-bit counters grow, with the neighbour in the alias', async () => {
    const core = devices.find(({ name }) => name === 'sw-core-01');
    const read = createInterfaceReader(signal);
    const once = async () => (await read({ address: core?.address ?? '', credential: v2c })).interfaces;
    const first = await once();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const second = await once();
    expect(first).toHaveLength(28);
    expect(first[0]).toMatchObject({ alias: 'to fw-01', up: true, wide: true, speed: 1000 });
    expect(BigInt(second[0]?.inOctets ?? 0)).toBeGreaterThan(BigInt(first[0]?.inOctets ?? 0));
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSnmp } from '#agent/discovery/read-snmp.ts';
import { networkDiscover } from '#agent/methods/network-discover.ts';
import type { SnmpCredential } from '#api/contract/agent-methods/discovery.ts';
import { snmpd, startSilence, startSnmpd, v2c, v3 } from './snmp-peer.ts';

const address = '127.0.6.1';
const { signal } = new AbortController();
const reading = { timeoutMs: 300, signal };
const entity = '.1.3.6.1.2.1.47.1.1.1.1';
/** A power supply stands before the chassis. */
const parts = [
  `override ${entity}.5.1 integer 6`,
  `override ${entity}.5.4 integer 3`,
  `override ${entity}.9.4 octet_str ""`,
  `override ${entity}.10.4 octet_str "15.2(7)E"`,
  `override ${entity}.12.4 octet_str "Cisco"`,
  `override ${entity}.13.4 octet_str "WS-C2960X"`,
];
const wrong: SnmpCredential = { credentialType: 'SNMP_V2C', community: 'another' };

describe.skipIf(snmpd === undefined)('a discovery against snmpd (Debian: snmpd)', () => {
  let peer: Awaited<ReturnType<typeof startSnmpd>>;
  beforeAll(async () => {
    peer = await startSnmpd({ address, at: 161, more: parts });
  });
  afterAll(() => peer?.stop());

  const told = {
    name: '<b>router</b>',
    description: expect.stringContaining('Linux'),
    objectId: expect.stringMatching(/^1\.3\.6\.1\.4\.1\.8072\./),
    services: expect.any(Number),
    manufacturer: 'Cisco',
    model: 'WS-C2960X',
    firmware: '15.2(7)E',
  };

  it.each([
    ['SNMP v1', { ...v2c, credentialType: 'SNMP_V1' }],
    ['SNMP v2c', v2c],
    ['SNMP v3', v3],
  ] as const)('reads the system and the chassis by %s', async (_, credential) => {
    expect(await readSnmp(address, [credential], reading)).toEqual({ credential: 1, ...told });
  });

  it('tries the second credential where the first is not answered or refused, and says which it was', async () => {
    expect(await readSnmp(address, [wrong, v3], reading)).toMatchObject({ credential: 2, name: told.name });
    const refused = { ...v3, authKey: 'not the password' };
    expect(await readSnmp(address, [refused, v2c], reading)).toMatchObject({ credential: 2 });
    expect(await readSnmp(address, [refused, { ...v3, username: 'nobody' }], reading)).toBeNull();
  });

  it('gives up a host that does not answer', async () => {
    const silence = await startSilence();
    const startedAt = performance.now();
    expect(await readSnmp('127.0.0.1', [v2c, v3], { ...reading, port: silence.port })).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(6000);
    expect(silence.received()).toBeGreaterThanOrEqual(2);
    await silence.stop();
  });

  it('gives up a host that answers with bytes that are no SNMP', async () => {
    const noise = await startSilence(Buffer.from('300fffff', 'hex'));
    expect(await readSnmp('127.0.0.1', [v2c, v3], { ...reading, port: noise.port })).toBeNull();
    await noise.stop();
  });

  it('ends at once when it is cancelled', async () => {
    const silence = await startSilence();
    const stopping = new AbortController();
    const work = readSnmp('127.0.0.1', [v2c], { timeoutMs: 5000, signal: stopping.signal, port: silence.port });
    setTimeout(() => stopping.abort(new Error('cancelled')), 100);
    await expect(work).rejects.toThrow('cancelled');
    await silence.stop();
  });

  it('is part of what a probe finds at an address', async () => {
    const items: Parameters<Parameters<typeof networkDiscover>[1]['item']>[0][] = [];
    const settings = { pingTimeoutMS: 300, pingPacketTTL: 64, pingsPerNode: 1, delayBetweenPingsMS: 50 };
    await networkDiscover(
      { addresses: [address, '127.0.6.2'], snmpCredentials: [wrong, v2c], ...settings },
      { signal, item: (each) => void items.push(each), progress: () => undefined },
    );
    const at = (ip: string) => items.find((each) => each.ip === ip)?.snmp;
    expect(at(address)).toEqual({ credential: 2, ...told });
    expect(at('127.0.6.2')).toBeNull();
  });
});

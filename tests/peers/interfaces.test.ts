import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInterfaceReader } from '#agent/polling/read-interfaces.ts';
import { interfacesRead } from '#api/contract/agent-methods/interfaces.ts';
import { findFault } from '#api/contract/agent-methods/find-fault.ts';
import { snmpd, startSilence, startSnmpd, v2c } from './snmp-peer.ts';

const address = '127.0.8.2';
const { signal } = new AbortController();

describe.skipIf(snmpd === undefined)('the interfaces of snmpd (Debian: snmpd)', () => {
  let peer: Awaited<ReturnType<typeof startSnmpd>>;
  beforeAll(async () => {
    peer = await startSnmpd({ address, at: 161 });
  });
  afterAll(() => peer?.stop());

  it.each([
    ['SNMP v2c with counters of 64 bits', v2c, true],
    ['SNMP v1 with counters of 32 bits', { ...v2c, credentialType: 'SNMP_V1' }, false],
  ] as const)('are read by %s', async (_, credential, wide) => {
    const reply = await createInterfaceReader(signal)({ address, credential });
    expect(findFault(interfacesRead.result, reply)).toBeUndefined();
    expect(reply.interfaces.find(({ name }) => name === 'lo')).toMatchObject({
      enabled: true,
      up: true,
      wide,
      inOctets: expect.stringMatching(/^[1-9]\d*$/),
      outOctets: expect.stringMatching(/^[1-9]\d*$/),
    });
  });

  it('are none with another community, of one device at a time', async () => {
    const read = createInterfaceReader(signal);
    const first = read({ address, credential: { ...v2c, community: 'another' } });
    await expect(read({ address, credential: v2c })).rejects.toThrow('This device is reading interfaces already');
    expect(await first).toEqual({ interfaces: [] });
    expect((await read({ address, credential: v2c })).interfaces.length).toBeGreaterThan(0);
  });
});

it('are none of a device that is silent or answers with bytes that are no SNMP', async () => {
  for (const bytes of [undefined, Buffer.from('300fffff', 'hex')]) {
    const peer = await startSilence(bytes);
    const read = createInterfaceReader(signal, peer.port);
    expect(await read({ address: '127.0.0.1', credential: v2c })).toEqual({ interfaces: [] });
    await peer.stop();
  }
});

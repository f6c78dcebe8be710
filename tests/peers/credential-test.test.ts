import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credentialTest } from '#agent/methods/credential-test.ts';
import type { SnmpCredential } from '#api/contract/agent-methods/discovery.ts';
import { snmpd, startSnmpd, v2c, v3 } from './snmp-peer.ts';

const address = '127.0.8.1';

function tested(credential: SnmpCredential, at = address, signal = new AbortController().signal) {
  return credentialTest({ address: at, credential }, { signal, item: () => undefined, progress: () => undefined });
}

describe.skipIf(snmpd === undefined)('a test of a credential against snmpd (Debian: snmpd)', () => {
  let peer: Awaited<ReturnType<typeof startSnmpd>>;
  beforeAll(async () => {
    peer = await startSnmpd({ address, at: 161 });
  }, 30_000);
  afterAll(() => peer?.stop());

  it.each([
    ['SNMP v1', { ...v2c, credentialType: 'SNMP_V1' }],
    ['SNMP v2c', v2c],
    ['SNMP v3', v3],
  ] as const)('says that it is valid, and reads the name of the device, by %s (F22-09)', async (_, credential) => {
    expect(await tested(credential)).toEqual({ result: 'valid', reason: 'answered', name: '<b>router</b>' });
  });

  it.each([
    ['another community', { ...v2c, community: 'another' }, 'no_answer'],
    ['an unknown user', { ...v3, username: 'nobody' }, 'unknown_user'],
    ['another authentication key', { ...v3, authKey: 'not the password' }, 'wrong_auth_key'],
    ['another authentication protocol', { ...v3, authProtocol: 'MD5' }, 'wrong_auth_key'],
    ['another privacy key', { ...v3, privKey: 'not the password' }, 'no_answer'],
    ['a lower security level', { ...v3, security: 'AUTH' }, 'refused'],
    ['a privacy algorithm that OpenSSL lacks', { ...v3, privProtocol: 'DES' }, 'unsupported'],
  ] as const)('says that it is invalid for %s, and why (F22-09)', async (_, credential, reason) => {
    expect(await tested(credential)).toEqual({ result: 'invalid', reason, name: '' });
  });

  it('ends at once when it is cancelled', async () => {
    const stopping = new AbortController();
    const work = tested({ ...v2c, community: 'another' }, address, stopping.signal);
    setTimeout(() => stopping.abort(new Error('cancelled')), 50);
    await expect(work).rejects.toThrow('cancelled');
  });
});

it('says that an address without a way there cannot be asked', async () => {
  expect(await tested(v2c, 'fe80::1')).toMatchObject({
    result: 'invalid',
    reason: expect.stringMatching(/failed|no_answer/),
  });
});

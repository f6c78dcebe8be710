import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Watch } from '#server/monitors/checks/check.ts';
import { BrowseFailed } from '#server/monitors/checks/browse.ts';
import { keywordFact } from '#server/monitors/checks/keyword.ts';
import { conditions, monitorTypes } from '#server/monitors/types/registry.ts';
import { checkContext, publicOnly } from '#tests/fixtures/check-context.ts';
import { community, snmpd, startSilence, startSnmpd, user } from './snmp-peer.ts';

const { check, browse: browseIn } = monitorTypes.SNMP;
const sysUpTime = '1.3.6.1.2.1.1.3.0';
const sysContact = '1.3.6.1.2.1.1.4.0';
const sysName = '1.3.6.1.2.1.1.5.0';
const nowhere = '1.3.6.1.2.1.1.99.0';
const v3 = {
  snmpVersion: 'V3',
  snmpUsername: user.name,
  snmpSecurity: 'AUTH_PRIV',
  snmpAuthProtocol: 'SHA256',
  snmpAuthKey: `sealed:${user.authKey}`,
  snmpPrivProtocol: 'AES',
  snmpPrivKey: `sealed:${user.privKey}`,
};
const inClear = { snmpVersion: 'V2C', snmpCommunity: `sealed:${community}` };

describe.skipIf(snmpd === undefined)('the SNMP check against snmpd (Debian: snmpd)', () => {
  let peer: Awaited<ReturnType<typeof startSnmpd>>;
  beforeAll(async () => {
    peer = await startSnmpd();
  });
  afterAll(() => peer?.stop());

  const run = (more: Record<string, unknown>, watches: Watch[] = [], timeoutMs = 2000) =>
    check.run(
      { hostname: '127.0.0.1', snmpPort: peer.port, snmpOid: sysUpTime, snmpRetries: 0, ...inClear, ...more },
      checkContext({ conditions: watches, timeoutMs }),
    );

  it.each([
    ['version 1', { snmpVersion: 'V1' }],
    ['version 2c', { snmpVersion: 'V2C' }],
    ['version 3 with authentication and privacy', v3],
  ])('reads a value by %s, with its OID, type and response time', async (_, config) => {
    const outcome = await run(config);
    expect(outcome).toMatchObject({ ok: true, error: null });
    expect(outcome.responseTime).toBeGreaterThan(0);
    expect(outcome.detail.values).toEqual([
      { name: sysUpTime, type: 'TimeTicks', value: expect.stringMatching(/^\d+$/) as string },
    ]);
    expect(outcome.facts?.['snmpNumber']).toBe(Number(outcome.detail.values[0]?.value));
  });

  it('keeps what the agent says as text', async () => {
    const outcome = await run({ snmpOid: `.${sysName}` });
    expect(outcome.detail.values).toEqual([{ name: `.${sysName}`, type: 'OctetString', value: '<b>router</b>' }]);
    expect(outcome.notes?.['snmpNumber']).toContain('It is not a number.');
    expect(conditions.SnmpNumber.fails(outcome, { snmpBound: 'ABOVE', snmpNumber: 1 })).toBeUndefined();
  });

  const browse = (below: string, more: Record<string, unknown> = {}, timeoutMs = 5000) =>
    (browseIn ?? expect.fail('an agent can be browsed'))(
      { hostname: '127.0.0.1', snmpPort: peer.port, snmpRetries: 0, ...inClear, ...more },
      below,
      checkContext({ timeoutMs }),
    );

  it.each([
    ['version 1', { snmpVersion: 'V1' }],
    ['version 2c', {}],
    ['version 3 with authentication and privacy', v3],
  ])('shows what the agent has, one level at a time, by %s', async (_, config) => {
    const { objects, more } = await browse('1.3.6.1.2.1', config);
    expect(more).toBe(false);
    expect(objects).toContainEqual({ value: '1.3.6.1.2.1.1', label: 'system', detail: null, hasChildren: true });
    const arcs = objects.map(({ value }) => Number(value.split('.').at(-1)));
    expect(arcs).toEqual([...new Set(arcs)].toSorted((a, b) => a - b));
  });

  it('shows the value of an object, and the rows of a table below its column', async () => {
    const system = await browse('.1.3.6.1.2.1.1');
    expect(system.objects).toContainEqual({
      value: sysName,
      label: 'sysName',
      detail: '<b>router</b>',
      hasChildren: false,
    });
    const columns = await browse('1.3.6.1.2.1.1.9.1');
    expect(columns.objects[0]).toMatchObject({ detail: null, hasChildren: true });
    const rows = await browse(String(columns.objects[0]?.value));
    expect(rows.objects.length).toBeGreaterThan(1);
    expect(rows.objects.every(({ hasChildren, detail }) => !hasChildren && detail !== null)).toBe(true);
  });

  it('shows nothing where the agent has nothing, and stops at 200', async () => {
    for (const version of ['V1', 'V2C'])
      expect(await browse('1.3.6.1.4.1.99999', { snmpVersion: version })).toEqual({ objects: [], more: false });
    // The processes of this machine, or whatever else stands in a table here.
    const { objects } = await browse('1.3.6.1.2.1.25.4.2.1.2');
    expect(objects.length).toBeLessThanOrEqual(200);
  });

  it.each([
    ['a wrong community', '1.3.6.1.2.1', { snmpCommunity: 'sealed:wrong' }, /did not answer within/],
    ['what is no OID', 'system', {}, /is no OID/],
    ['a host that is not to be asked', '1.3.6.1.2.1', { hostname: 'no.such.host.invalid' }, /./],
  ])('says why it shows nothing for %s', async (_, below, config, words) => {
    await expect(browse(below, config, 500)).rejects.toThrow(words);
    await expect(browse(below, config, 500)).rejects.toBeInstanceOf(BrowseFailed);
  });

  it('times out with a wrong community, which agents do not answer', async () => {
    const outcome = await run({ snmpCommunity: 'sealed:wrong' }, [], 500);
    expect(outcome).toMatchObject({ ok: false, error: 'timed_out', responseTime: null });
    expect(outcome.message).toContain('did not answer within 0.5 seconds');
  });

  it.each([
    ['V1', 'noSuchName'],
    ['V2C', 'NoSuchInstance'],
  ])('says that there is no such object by %s', async (snmpVersion, reason) => {
    const outcome = await run({ snmpVersion, snmpOid: nowhere });
    expect(outcome).toMatchObject({ ok: false, error: 'no_value' });
    expect(outcome.facts).toBeUndefined();
    expect(outcome.message).toMatch(
      new RegExp(`^The agent has no value at ${nowhere} \\((${reason}|NoSuchObject)\\)\\.$`),
    );
  });

  it.each([
    ['an unknown user', { snmpUsername: 'nobody' }],
    ['a wrong authentication password', { snmpAuthKey: 'sealed:another secret' }],
  ])('is refused with %s', async (_, config) => {
    const outcome = await run({ ...v3, ...config });
    expect(outcome).toMatchObject({ ok: false, error: 'login_failed' });
    expect(outcome.message).toContain('refused the user or the keys');
  });

  it('does not tell a wrong privacy password from silence, and fails', async () => {
    const outcome = await run({ ...v3, snmpPrivKey: 'sealed:another secret' }, [], 800);
    expect(outcome.ok).toBe(false);
  });

  it.each([
    ['EQUALS', 'up', true],
    ['EQUALS', 'down', false],
    ['DIFFERS', 'up', false],
    ['DIFFERS', 'down', true],
    ['CONTAINS', 'u', true],
    ['NOT_CONTAINS', 'u', false],
  ])('%s “%s” of a condition: %s', async (snmpMatch, snmpText, fails) => {
    const parameters = { snmpMatch, snmpText };
    const outcome = await run({ snmpOid: sysContact }, [{ type: 'SnmpText', parameters }]);
    expect(conditions.SnmpText.fails(outcome, parameters)).toBe(fails);
    expect(outcome.notes?.[conditions.SnmpText.fact?.(parameters) ?? '']).toContain('“up”');
  });

  it('answers no question about a text that no condition asked', async () => {
    const outcome = await run({ snmpOid: sysContact });
    expect(outcome.facts?.[keywordFact('snmpEquals', 'up')]).toBeUndefined();
  });
});

describe('the SNMP check', () => {
  const run = (port: number, more: object = {}) =>
    check.run(
      { hostname: '127.0.0.1', snmpPort: port, snmpOid: sysUpTime, ...inClear, ...more },
      checkContext({ timeoutMs: 600 }),
    );

  it('sends its retries within the time-out', async () => {
    const silence = await startSilence();
    const startedAt = performance.now();
    const outcome = await run(silence.port, { snmpRetries: 2 });
    expect(outcome.error).toBe('timed_out');
    expect(performance.now() - startedAt).toBeLessThan(1500);
    expect(silence.received()).toBe(3);
    await silence.stop();
  });

  it('times out with version 3 where nobody answers', async () => {
    const silence = await startSilence();
    expect((await run(silence.port, { ...v3, snmpRetries: 5 })).error).toBe('timed_out');
    await silence.stop();
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no BER', Buffer.from('HTTP/1.1 200 OK\r\n\r\n')],
    ['a length without its bytes', Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff])],
  ])('survives an agent that answers %s', async (_, reply) => {
    const silence = await startSilence(reply);
    const outcome = await run(silence.port, { snmpRetries: 0 });
    expect(outcome.ok).toBe(false);
    expect(['timed_out', 'no_reply', 'login_failed']).toContain(outcome.error);
    await silence.stop();
  });

  it('reaches no address that the settings do not allow (A11)', async () => {
    const silence = await startSilence();
    const outcome = await check.run(
      { hostname: '127.0.0.1', snmpPort: silence.port, snmpOid: sysUpTime, ...inClear },
      checkContext({ policy: publicOnly }),
    );
    expect(outcome.error).toBe('address_refused');
    expect(silence.received()).toBe(0);
    await silence.stop();
  });

  it('ends at once when it is cancelled', async () => {
    const silence = await startSilence();
    const leaving = new AbortController();
    const running = check.run(
      { hostname: '127.0.0.1', snmpPort: silence.port, snmpOid: sysUpTime, ...inClear },
      checkContext({ timeoutMs: 10_000, signal: leaving.signal }),
    );
    setTimeout(() => leaving.abort(), 100);
    const startedAt = performance.now();
    expect((await running).error).toBe('cancelled');
    expect(performance.now() - startedAt).toBeLessThan(1000);
    await silence.stop();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { http } from '#server/monitors/checks/http.ts';
import { portScan } from '#server/monitors/checks/port-scan.ts';
import { conditions } from '#server/monitors/types/registry.ts';
import { localhostCertificate } from '#tests/fixtures/certificates.ts';
import { checkContext } from '#tests/fixtures/check-context.ts';
import { nginx, startNginx, type NginxPeer } from './nginx-peer.ts';
import { freePort } from './peer.ts';

let peer: NginxPeer;

const url = (path: string) => `http://127.0.0.1:${peer.plain}${path}`;
const trusting = (more = {}) => checkContext({ ca: localhostCertificate.cert, ...more });

describe.skipIf(nginx === undefined)('the HTTP and port checks against nginx (Debian: nginx-light)', () => {
  beforeAll(async () => {
    peer = await startNginx();
  });
  afterAll(() => peer?.stop());

  it('reads status, headers and a compressed body, and follows a redirect (F08-15)', async () => {
    const outcome = await http.run({ httpHostname: url('/moved'), saveResponseBody: true }, checkContext());
    expect(outcome).toMatchObject({ ok: true, statusCode: 200, detail: { body: 'all systems work' } });
    expect(outcome.detail.headers).toContainEqual({ name: 'Content-Encoding', value: 'gzip' });
  });

  it('finds a keyword that stands far behind what is kept, and judges codes (F08-67)', async () => {
    const watched = [
      { type: 'HttpSiteKeyword', parameters: { contains: 'CONTAINS', keyword: 'needle' } },
      { type: 'HttpSiteKeyword', parameters: { contains: 'NOT_CONTAINS', keyword: 'thread' } },
    ];
    const large = await http.run({ httpHostname: url('/large') }, checkContext({ conditions: watched }));
    expect(watched.map(({ parameters }) => conditions.HttpSiteKeyword.fails(large, parameters))).toEqual([true, true]);
    expect(large.detail.body).toBeNull();
    const gone = await http.run({ httpHostname: url('/gone') }, checkContext());
    const code = (httpStatusCode: string) => conditions.HttpCode.fails(gone, { httpStatusCode });
    expect([code('410'), code('400-499, 503'), code('404, 500-599')]).toEqual([true, true, false]);
  });

  it('logs in (F08-16)', async () => {
    const login = { authenticationType: 'BASIC', httpUsername: 'watcher', httpPassword: 'sealed:open sesame' };
    const asked = { httpHostname: url('/guarded'), saveResponseBody: true };
    expect(await http.run(asked, checkContext())).toMatchObject({ ok: false, statusCode: 401 });
    expect(await http.run({ ...asked, ...login }, checkContext())).toMatchObject({
      ok: true,
      detail: { body: 'for staff' },
    });
  });

  it('reads the certificate when a condition watches it (F08-67)', async () => {
    const conditionsOf = [{ type: 'SSLCertificateExpiration', parameters: {} }];
    const outcome = await http.run(
      { httpHostname: `https://127.0.0.1:${peer.secure}/ok` },
      trusting({ conditions: conditionsOf }),
    );
    expect(outcome).toMatchObject({ ok: true, detail: { certificate: { subject: 'localhost' } } });
    const days = Number(outcome.facts?.['certificateDays']);
    const fails = (bound: number) =>
      conditions.SSLCertificateExpiration.fails(outcome, { daysUntilSSLCertificateExpiration: bound });
    expect([fails(days - 1), fails(days), fails(days + 1)]).toEqual([false, true, true]);
  });

  it('is led to no metadata address, nor in a circle, and waits for no slow drip', async () => {
    expect(await http.run({ httpHostname: url('/metadata') }, checkContext())).toMatchObject({
      error: 'address_refused',
    });
    expect(await http.run({ httpHostname: url('/round') }, checkContext())).toMatchObject({
      error: 'too_many_redirects',
    });
    const startedAt = performance.now();
    const slow = await http.run({ httpHostname: url('/slow') }, checkContext({ timeoutMs: 700 }));
    expect(slow).toMatchObject({ ok: false, error: 'timed_out' });
    expect(performance.now() - startedAt).toBeLessThan(2500);
  });

  it('tells open ports from closed ones (F08-13, F08-64)', async () => {
    const closed = await freePort();
    const config = { hostname: '127.0.0.1', ports: `${peer.plain}, ${peer.secure}, ${closed}` };
    const outcome = await portScan.run(config, checkContext());
    expect(outcome).toMatchObject({ ok: false, error: 'port_closed' });
    expect(Object.fromEntries(outcome.detail.ports.map(({ port, state }) => [port, state]))).toEqual({
      [peer.plain]: 'OPEN',
      [peer.secure]: 'OPEN',
      [closed]: 'CLOSED',
    });
    const state = (port: number, portState: string) => conditions.PortState.fails(outcome, { port, portState });
    expect([
      state(peer.plain, 'OPEN'),
      state(peer.plain, 'CLOSED'),
      state(closed, 'OPEN'),
      state(closed, 'CLOSED'),
    ]).toEqual([true, false, false, true]);
    const slower = (port: number, period: number) => conditions.PortResponse.fails(outcome, { port, period });
    expect([slower(peer.plain, 60_000), slower(peer.plain, 0), slower(closed, 0)]).toEqual([false, true, undefined]);
    const expected = [{ type: 'PortState', parameters: { port: closed, portState: 'OPEN' } }];
    expect(await portScan.run(config, checkContext({ conditions: expected }))).toMatchObject({ ok: true });
  });
});

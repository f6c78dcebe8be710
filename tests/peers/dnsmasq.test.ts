import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dns } from '#server/monitors/checks/dns.ts';
import { conditions } from '#server/monitors/types/registry.ts';
import { checkContext, publicOnly } from '#tests/fixtures/check-context.ts';
import { dnsmasq, startDnsmasq } from './dnsmasq-peer.ts';
import type { Peer } from './peer.ts';

let peer: Peer & { server: string };
let server: string;

const asked = (dnsRecordType: string, contains: string, keyword: string) => ({
  type: 'DnsRecordType',
  parameters: { dnsRecordType, contains, keyword },
});

describe.skipIf(dnsmasq === undefined)('the DNS check against dnsmasq (Debian: dnsmasq-base)', () => {
  beforeAll(async () => {
    peer = await startDnsmasq();
    server = peer.server;
  });
  afterAll(() => peer?.stop());

  it('resolves a name by the server it is told to ask, with every record type (F08-12, F08-65)', async () => {
    const outcome = await dns.run({ hostname: 'example.test', dnsServer: server }, checkContext({ wantAll: true }));
    expect(outcome.responseTime).toBeGreaterThan(0);
    const values = Object.fromEntries((outcome.detail.dns?.records ?? []).map((each) => [each.type, each.values]));
    expect(values).toMatchObject({
      MX: ['10 mail.example.test'],
      TXT: ['v=spf1 mx -all'],
      CAA: ['0 issue ca.example.test'],
      NS: ['ns.example.test'],
    });
    expect(outcome.detail.dns?.server).toBe(server);
    const www = await dns.run({ hostname: 'www.example.test', dnsServer: server }, checkContext());
    expect(www.detail.dns?.records).toEqual([
      { type: 'A', values: ['192.0.2.80'], error: null },
      { type: 'AAAA', values: ['2001:db8::80'], error: null },
    ]);
  });

  it('says of a name without an address the same when it is tried as when it is watched', async () => {
    const mail = { conditions: [asked('MX', 'CONTAINS', 'mail')] };
    for (const wantAll of [true, false]) {
      const bare = await dns.run({ hostname: 'example.test', dnsServer: server }, checkContext({ wantAll }));
      expect(bare).toMatchObject({ ok: false, error: 'dns_failed' });
      expect(bare.message).toBe('example.test exists but has no A or AAAA record.');
      const watched = await dns.run(
        { hostname: 'example.test', dnsServer: server },
        checkContext({ wantAll, ...mail }),
      );
      expect(watched).toMatchObject({ ok: true, message: 'example.test has MX 10 mail.example.test.' });
    }
  });

  it('looks at the records that conditions ask for (F08-62)', async () => {
    const watched = [
      asked('TXT', 'CONTAINS', 'v=spf1'),
      asked('TXT', 'NOT_CONTAINS', 'v=spf1'),
      asked('CAA', 'NOT_CONTAINS', 'other.example'),
      asked('SRV', 'CONTAINS', 'sip'),
    ];
    const outcome = await dns.run(
      { hostname: 'example.test', dnsServer: server },
      checkContext({ conditions: watched }),
    );
    expect(watched.map(({ parameters }) => conditions.DnsRecordType.fails(outcome, parameters))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    const service = [asked('SRV', 'CONTAINS', '5060'), asked('CNAME', 'CONTAINS', 'x')];
    const srv = await dns.run(
      { hostname: '_sip._tcp.example.test', dnsServer: server },
      checkContext({ conditions: service }),
    );
    expect(srv).toMatchObject({ ok: true });
    expect(service.map(({ parameters }) => conditions.DnsRecordType.fails(srv, parameters))).toEqual([true, false]);
    const alias = [asked('CNAME', 'CONTAINS', 'www.example.test')];
    const cname = await dns.run(
      { hostname: 'alias.example.test', dnsServer: server },
      checkContext({ conditions: alias }),
    );
    expect(conditions.DnsRecordType.fails(cname, alias[0]?.parameters ?? {})).toBe(true);
  });

  it('asks for the name of an address', async () => {
    const outcome = await dns.run({ hostname: '192.0.2.7', dnsServer: server }, checkContext());
    expect(outcome).toMatchObject({ ok: true, message: '192.0.2.7 has PTR gateway.example.test.' });
  });

  it('tells a name that is not there from a server that does not answer (F08-65)', async () => {
    const unknown = await dns.run({ hostname: 'nowhere.example.test', dnsServer: server }, checkContext());
    expect(unknown).toMatchObject({ ok: false, error: 'dns_failed' });
    expect([conditions.DnsResolve, conditions.DnsTimeOut].map((each) => each.fails(unknown, {}))).toEqual([
      true,
      false,
    ]);
    const mute = createSocket('udp4');
    await new Promise<void>((resolve) => mute.bind(0, '127.0.0.1', resolve));
    const silent = await dns.run(
      { hostname: 'www.example.test', dnsServer: `127.0.0.1:${mute.address().port}` },
      checkContext({ timeoutMs: 600 }),
    );
    mute.close();
    expect(silent).toMatchObject({ ok: false, error: 'timed_out', responseTime: null });
    expect([conditions.DnsResolve, conditions.DnsTimeOut].map((each) => each.fails(silent, {}))).toEqual([true, true]);
  });

  it('asks no server that may not be reached', async () => {
    const refused = await dns.run({ hostname: 'example.test', dnsServer: '169.254.169.254' }, checkContext());
    expect(refused).toMatchObject({ ok: false, error: 'address_refused' });
    const policy = publicOnly;
    const inside = await dns.run({ hostname: 'example.test', dnsServer: server }, checkContext({ policy }));
    expect(inside).toMatchObject({ ok: false, error: 'address_refused' });
    const wrong = await dns.run({ hostname: 'example.test', dnsServer: '127.0.0.1:0' }, checkContext());
    expect(wrong).toMatchObject({ ok: false, error: 'invalid_target' });
  });
});

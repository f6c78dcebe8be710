import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MonitorWorld, until } from '#tests/server/monitor-world.ts';
import { dnsmasq, startDnsmasq } from './dnsmasq-peer.ts';
import { canServeMail, startMailPeers, type MailPeers } from './mail-peers.ts';
import { nginx, startNginx, type NginxPeer } from './nginx-peer.ts';
import type { Peer } from './peer.ts';

const world = new MonitorWorld();
let web: NginxPeer;
let names: Peer & { server: string };
let mail: MailPeers;

const common = { resetThreshold: 1, severity: 'MAJOR', priority: 'HIGH', notificationAction: 'NONE', runCount: 1 };
async function add(monitorType: string, more: Record<string, unknown>): Promise<number> {
  const body = {
    enabled: true,
    ...world.place,
    monitorType,
    monitorName: monitorType,
    frequency: 3600,
    timeout: 20,
    conditions: [],
    ...more,
  };
  const answer = await world.admin.post('/cloudmonitor', body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return Number(answer.body.cloudMonitor?.id);
}

describe.skipIf(!canServeMail || nginx === undefined || dnsmasq === undefined)(
  'monitors of every type, run by the server against nginx, dnsmasq, exim and dovecot',
  () => {
    beforeAll(async () => {
      await world.open();
      [web, names, mail] = await Promise.all([startNginx(), startDnsmasq(), startMailPeers()]);
    }, 90_000);
    afterAll(async () => {
      world.close();
      for (const peer of [web, names, mail]) await peer?.stop();
    });

    it('say when they are tried what they say when they are watched', async () => {
      const monitor = {
        enabled: true,
        ...world.place,
        monitorType: 'DNS',
        monitorName: 'Mail of example.test',
        frequency: 3600,
        timeout: 5,
        hostname: 'example.test',
        dnsServer: names.server,
      };
      const mx = {
        ...common,
        type: 'DnsRecordType',
        conditionName: 'MX',
        dnsRecordType: 'MX',
        contains: 'NOT_CONTAINS',
        keyword: 'mail',
      };
      const tried = async (body: Record<string, unknown>) =>
        (await world.admin.post('/cloudmonitor/test', { monitor, ...body })).body.result;
      expect(await tried({})).toMatchObject({ ok: false, error: 'dns_failed' });
      expect(await tried({ conditions: [mx] })).toMatchObject({ ok: true });
      const id = await add('DNS', { hostname: 'example.test', dnsServer: names.server, conditions: [mx] });
      expect(await tried({ id })).toMatchObject({ ok: true });
      expect(await tried({ id, conditions: [] })).toMatchObject({ ok: false });
    });

    it('are up, and raise what their conditions watch when a server ends (F08-01, F08-09)', async () => {
      const ids = {
        ping: await add('PING', { hostname: '127.0.0.1' }),
        dns: await add('DNS', {
          hostname: 'example.test',
          dnsServer: names.server,
          conditions: [
            {
              ...common,
              type: 'DnsRecordType',
              conditionName: 'SPF',
              dnsRecordType: 'TXT',
              contains: 'NOT_CONTAINS',
              keyword: 'v=spf1',
            },
          ],
        }),
        ports: await add('PORT_SCAN', {
          hostname: '127.0.0.1',
          ports: `${web.plain}, ${web.secure}`,
          conditions: [{ ...common, type: 'PortState', conditionName: 'Closed', port: web.plain, portState: 'CLOSED' }],
        }),
        http: await add('HTTP', {
          httpHostname: `http://127.0.0.1:${web.plain}/ok`,
          methodType: 'GET',
          authenticationType: 'NONE',
          saveResponseBody: true,
          saveCertificateInformation: false,
          requestBodyType: 'NONE',
          conditions: [
            {
              ...common,
              type: 'HttpSiteKeyword',
              conditionName: 'Text',
              contains: 'NOT_CONTAINS',
              keyword: 'all systems work',
            },
            { ...common, type: 'HttpWebsiteFailed', conditionName: 'Down' },
          ],
        }),
        email: await add('EMAIL', {
          emailOption: 'ROUND_TRIP',
          senderEmail: 'probe@example.test',
          receiverEmail: 'watcher@example.test',
          smtpHostname: '127.0.0.1',
          smtpPort: mail.smtp,
          smtpUseSSL: false,
          smtpUseTLS: false,
          smtpAuthRequired: true,
          senderUsername: 'watcher',
          senderPassword: 'open sesame',
          fetchOption: 'IMAP',
          imapHostname: '127.0.0.1',
          imapPort: mail.imap,
          imapReceiverUsername: 'watcher',
          imapReceiverPassword: 'open sesame',
          imapFetchFolder: 'INBOX',
          imapUseSSL: false,
          imapUseTLS: false,
        }),
      };
      for (const [name, id] of Object.entries(ids)) {
        const monitor = await until(
          () => world.read(id),
          (each) => each.lastResult !== null,
          20_000,
        );
        expect([name, monitor.status, monitor.openAlertCount]).toEqual([name, 'up', 0]);
      }
      expect((await world.read(ids.email)).lastDetail?.mail).toMatchObject([
        { protocol: 'SMTP', ok: true },
        { protocol: 'IMAP', ok: true },
      ]);
      await web.stop();
      for (const id of [ids.ports, ids.http]) await world.runNow(id);
      for (const [id, raised] of [
        [ids.ports, 'Closed'],
        [ids.http, 'Down'],
      ] as const) {
        const down = await until(
          () => world.read(id),
          (each) => Number(each.openAlertCount) > 0,
          10_000,
        );
        expect(down.status).toBe('down');
        const open = (await world.admin.get(`/alert?monitorId=${id}&open=true`)).body;
        expect(open).toMatchObject({ total: 1, items: [{ conditionName: raised }] });
      }
    }, 90_000);
  },
);

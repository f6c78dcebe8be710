import { describe, expect, it } from 'vitest';
import { summaryOfView } from '#engine/flow/summary.ts';
import { rehearse, type Rehearsal } from '#tests/flows/rehearsal.ts';
import {
  flow,
  screens,
  ping,
  http,
  ports,
  email,
  pop,
  imap,
  condition,
  atConfirm,
} from '#tests/flows/cloud-monitor-rehearsal.ts';

describe('the confirm page', () => {
  const told = (stage: Rehearsal) =>
    summaryOfView(stage.view(), screens).flatMap(({ items }) =>
      items.map(({ label, text, table, option }) => [label, text ?? table?.rows.length ?? option?.source]),
    );

  it('tells of a ping monitor (F08-37, F08-38)', () => {
    expect(told(atConfirm())).toEqual([
      ['Enabled', 'Yes'],
      ['Monitor name', 'Gateway'],
      ['Organization', 'organization'],
      ['Location', 'location'],
      ['Type', 'Ping'],
      ['Server (hostname or IP)', '192.0.2.1'],
      ['Frequency', '1 minute'],
      ['Timeout', '10 seconds'],
      ['Conditions', undefined],
    ]);
  });

  it('tells of an HTTP monitor with its headers, and its password only on demand (F08-40 … F08-42, F08-72)', () => {
    const stage = rehearse(flow);
    stage.submit(http);
    stage.submit({
      requestHeaders: [{ name: 'Accept', value: 'text/html' }, {}],
      requestBodyType: 'RAW',
      requestBodyRaw: '{}',
    });
    stage.submit({ monitorType: 'HTTP', conditions: [] });
    expect(told(stage)).toEqual(
      expect.arrayContaining([
        ['HTTP method', 'GET'],
        ['URL', 'https://www.example.com/'],
        ['HTTP authentication', 'Basic'],
        ['Username', 'watcher'],
        ['Response body', 'Yes'],
        ['Header rows', 1],
        ['Raw body', '{}'],
      ]),
    );
    const items = summaryOfView(stage.view(), screens).flatMap((section) => section.items);
    expect(items.filter(({ secret }) => secret)).toEqual([
      { pointer: '/httpPassword', label: 'Password', text: 'a secret for the watcher', secret: true },
    ]);
  });

  it('tells of a port scan (F08-38, F08-39)', () => {
    expect(told(atConfirm(ports))).toEqual(
      expect.arrayContaining([
        ['Server (hostname or IP)', '192.0.2.1'],
        ['Ports to monitor', '22, 80'],
      ]),
    );
  });

  it('tells of an email monitor: both servers, each password on demand (F08-43 … F08-46, F08-72)', () => {
    const sending = [
      ['From email', 'monitor@example.com'],
      ['To email', 'mailbox@example.com'],
      ['SMTP host', 'smtp.example.com'],
      ['SMTP port', '587'],
      ['Encryption', 'STARTTLS'],
      ['SMTP authentication', 'Yes'],
      ['Username', 'monitor'],
      ['Password', 'a secret for sending'],
    ];
    const throughPop = atConfirm(email, pop);
    expect(told(throughPop)).toEqual(
      expect.arrayContaining([
        ...sending,
        ['POP3 host', 'pop.example.com'],
        ['POP3 port', '995'],
        ['Password', 'a secret for fetching'],
      ]),
    );
    const throughImap = told(atConfirm(email, imap));
    expect(throughImap).toEqual(
      expect.arrayContaining([
        ['IMAP host', 'imap.example.com'],
        ['IMAP port', '993'],
        ['Fetch folder', 'INBOX'],
      ]),
    );
    expect(throughImap.some(([label]) => String(label).startsWith('POP3'))).toBe(false);
    const secrets = summaryOfView(throughPop.view(), screens).flatMap((section) =>
      section.items.filter(({ secret }) => secret).map(({ pointer }) => pointer),
    );
    expect(secrets).toEqual(['/senderPassword', '/popReceiverPassword']);
  });

  it('says what a condition means and when it resets (F08-31), and of a notification only when there is one (F08-33)', () => {
    const stage = rehearse(flow);
    stage.submit(ping);
    stage.submit({ monitorType: 'PING', conditions: [condition, { ...condition, notificationAction: 'SEND' }] });
    const [first, second] = summaryOfView(stage.view(), screens).at(-1)?.items[0]?.table?.rows ?? [];
    const texts = [first, second].map((row) => row?.map(({ text }) => text));
    const sentence = 'The check fails 3 times in a row. Resets after 10 minutes without a failure.';
    expect(texts).toEqual([
      ['Yes', 'Gateway is down', sentence, 'Major', '', ''],
      ['Yes', 'Gateway is down', sentence, 'Major', 'Send a notification', ''],
    ]);
  });
});

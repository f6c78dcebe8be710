import { expect, it } from 'vitest';
import { bytesOf } from '#api/contract/agent-methods/find-fault.ts';
import { agentMethodOf } from '#api/contract/agent-methods/registry.ts';
import { createReports } from './reports.ts';

/** Sends reports of a discovery; notes when each was sent and how many items it had. */
function reporting(everyMs: () => number) {
  const sent: { at: number; items: number; bytes: number }[] = [];
  const reports = createReports({
    commandId: '00000000-0000-4000-8000-000000000000',
    entry: agentMethodOf('network.discover'),
    channel: {
      connect: () => () => undefined,
      deliver: async ({ items }) =>
        void sent.push({ at: performance.now(), items: items.length, bytes: bytesOf(items) }),
    },
    signal: new AbortController().signal,
    everyMs,
    onRefused: () => undefined,
  });
  return { reports, sent };
}

const host = (ip: string, dnsName = '') => ({
  ip,
  pingMS: 1,
  dnsName,
  netbiosName: '',
  ports: [],
  telnet: false,
  ssh: false,
  mac: '',
  login: 'none',
  os: '',
  snmp: null,
});

it('sends the first report at once, and the next one when its time has come', async () => {
  const { reports, sent } = reporting(() => 80);
  const begun = performance.now();
  reports.item(host('10.0.0.1'));
  await reports.drain();
  reports.item(host('10.0.0.2'));
  await reports.drain();
  expect(sent.map(({ items }) => items)).toEqual([1, 1]);
  expect((sent[0]?.at ?? 0) - begun).toBeLessThan(60);
  expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(78);
});

it('waits longer after a large report, so that the server does not take it for a flood', async () => {
  const { reports, sent } = reporting(() => 1);
  // 40 kB.
  for (let index = 0; index < 100; index += 1) reports.item(host(`10.0.0.${index}`, 'x'.repeat(250)));
  await reports.drain();
  reports.item(host('10.0.1.1'));
  await reports.drain();
  expect(sent.map(({ items }) => items)).toEqual([100, 1]);
  expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBeGreaterThan(300);
});

it('keeps a report within the bytes that the server accepts, the commas of its list included', async () => {
  const { reports, sent } = reporting(() => 1);
  // 250 of them are 50,000 bytes, and the commas come on top.
  const one = bytesOf(host('10.0.0.1'));
  for (let index = 0; index < 500; index += 1) reports.item(host('10.0.0.1', 'x'.repeat(200 - one)));
  await reports.drain();
  expect(sent.reduce((sum, { items }) => sum + items, 0)).toBe(500);
  for (const { bytes } of sent) expect(bytes).toBeLessThanOrEqual(agentMethodOf('network.discover').budget.report);
});

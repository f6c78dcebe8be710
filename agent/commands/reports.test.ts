import { expect, it } from 'vitest';
import { agentMethodOf } from '#api/contract/agent-methods/registry.ts';
import { createReports } from './reports.ts';

/** Sends reports of a discovery; notes when each was sent and how many items it had. */
function reporting(everyMs: () => number) {
  const sent: { at: number; items: number }[] = [];
  const reports = createReports({
    commandId: '00000000-0000-4000-8000-000000000000',
    entry: agentMethodOf('network.discover'),
    channel: {
      connect: () => () => undefined,
      deliver: async ({ items }) => void sent.push({ at: performance.now(), items: items.length }),
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

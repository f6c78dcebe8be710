import { expect, it } from 'vitest';
import { noDetail } from '../checks/check.ts';
import type { Monitored } from '../monitored.ts';
import { record } from './check-record.ts';

const minute = 60_000;
const found = (ok: boolean) => ({
  ok,
  responseTime: null,
  error: ok ? null : ('http_status' as const),
  message: '',
  statusCode: ok ? 200 : 500,
  detail: noDetail,
});

/** A website whose failures raise after two, in maintenance from the second minute to the sixth. */
function watched(holdsAlerts: boolean): Monitored {
  const standing = { failures: 0, lastFailureAt: undefined, raisedAt: undefined };
  return {
    id: 1,
    shard: 1,
    type: 'HTTP',
    frequencyMs: minute,
    timeoutMs: 1000,
    config: {},
    checkedAt: undefined,
    ok: undefined,
    since: undefined,
    maintenance: { from: 2 * minute, until: 6 * minute, holdsAlerts },
    owes: false,
    conditions: [{ id: 1, type: 'HttpWebsiteFailed', parameters: {}, runCount: 2, resetThreshold: 1, ...standing }],
  };
}

function run(monitor: Monitored, outcomes: string): string[] {
  return [...outcomes].map((each, index) => {
    const { moves, settles } = record(monitor, found(each === '.'), index * minute);
    return [moves[0]?.change ?? '', settles ? 'settles' : ''].filter(Boolean).join(' ');
  });
}

it('raises nothing while maintenance holds alerts, and at the first failure afterwards', () => {
  expect(run(watched(true), '..xxxxx')).toEqual(['', '', '', '', '', '', 'raised']);
});

it('raises nothing afterwards where the failure is over', () => {
  expect(run(watched(true), '..xxxx..')).toEqual(['', '', '', '', '', '', '', '']);
});

it('raises while maintenance only keeps it quiet, and settles once when that is over', () => {
  expect(run(watched(false), '..xxxxxx')).toEqual(['', '', '', 'raised', '', '', 'settles', '']);
});

it('lets what was raised before reset', () => {
  expect(run(watched(true), 'xx...')).toEqual(['', 'raised', 'reset', '', '']);
});

import { expect, it } from 'vitest';
import { noDetail } from '../checks/check.ts';
import { keywordFact } from '../checks/keyword.ts';
import type { Monitored } from '../monitored.ts';
import { record } from './check-record.ts';

type WatchedCondition = Monitored['conditions'][number];
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
  const standing = {
    failures: 0,
    lastFailureAt: undefined,
    raisedAt: undefined,
    unanswered: 0,
    unansweredRaisedAt: undefined,
    unansweredReason: undefined,
  };
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
    return [moves[0]?.changes[0]?.change ?? '', settles ? 'settles' : ''].filter(Boolean).join(' ');
  });
}

it('raises nothing while maintenance holds alerts, and at the first failure afterwards', () => {
  expect(run(watched(true), '..xxxxx')).toEqual(['', '', '', 'held', 'held', 'held', 'raised']);
});

it('raises nothing afterwards where the failure is over', () => {
  expect(run(watched(true), '..xxxx..')).toEqual(['', '', '', 'held', 'held', 'held', '', '']);
});

it('raises while maintenance only keeps it quiet, and settles once when that is over', () => {
  expect(run(watched(false), '..xxxxxx')).toEqual(['', '', '', 'raised', '', '', 'settles', '']);
});

it('lets what was raised before reset', () => {
  expect(run(watched(true), 'xx...')).toEqual(['', 'raised', 'reset', '', '']);
});

const keyword = { contains: 'NOT_CONTAINS', keyword: 'pear' };
const words: WatchedCondition = {
  ...(watched(false).conditions[0] as WatchedCondition),
  id: 2,
  type: 'HttpSiteKeyword',
  parameters: keyword,
};
const fact = keywordFact('body', 'pear');

it('leaves an unanswered condition to the alert that already says why: the website failed (F2)', () => {
  const monitor = { ...watched(false), maintenance: undefined };
  monitor.conditions.push({ ...words });
  const changes = [1, 2, 3, 4].flatMap((at) =>
    record(monitor, found(false), at * minute).moves.flatMap(({ id, changes }) =>
      changes.map(({ kind }) => `${id} ${kind}`),
    ),
  );
  expect(changes).toEqual(['1 CONDITION']);
  expect(monitor.conditions[1]).toMatchObject({ unanswered: 0, unansweredReason: '' });
});

it('lets the alert say what was looked at, by the note of the check (F1)', () => {
  const monitor = {
    ...watched(false),
    maintenance: undefined,
    conditions: [{ ...words, parameters: { ...keyword, runCount: 1 }, runCount: 1 }],
  };
  const outcome = { ...found(true), message: 'The server answered 200 OK.', facts: { [fact]: 0 } };
  const { moves } = record(monitor, { ...outcome, notes: { [fact]: 'The page (2.1 MB) does not contain “pear”.' } }, 0);
  expect(moves[0]?.changes).toEqual([
    { kind: 'CONDITION', change: 'raised', message: 'The page (2.1 MB) does not contain “pear”.' },
  ]);
});

it('says why the question has no answer, and raises nothing of it while maintenance holds alerts (F2)', () => {
  const monitor = {
    ...watched(true),
    conditions: [{ ...words, parameters: { ...keyword, runCount: 1 }, runCount: 1 }],
  };
  const cut = { ...found(true), notes: { [fact]: 'Reading stopped at 32 MB.' } };
  const changes = [3, 7].map((at) => record(monitor, cut, at * minute).moves[0]?.changes);
  expect(changes).toEqual(
    ['held', 'raised'].map((change) => [{ kind: 'UNANSWERED', change, message: 'Reading stopped at 32 MB.' }]),
  );
  expect(monitor.conditions[0]).toMatchObject({
    failures: 0,
    raisedAt: undefined,
    unansweredReason: 'Reading stopped at 32 MB.',
  });
});

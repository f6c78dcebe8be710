import { describe, expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import { loadScreens } from '#engine/compile/library.ts';
import { step, type Change, type Standing } from './condition.ts';
import { conditionSentences } from './describe.ts';
import { conditions } from '../types/registry.ts';

const minute = 60_000;
const fresh = (): Standing => ({ failures: 0, lastFailureAt: undefined, raisedAt: undefined });
/** One check a minute: `x` fails, `.` succeeds, `?` says nothing. */
function run(checks: string, runCount: number, resetThreshold: number, standing = fresh()): Change[] {
  return [...checks].map((each, index) =>
    step(standing, each === '?' ? undefined : each === 'x', { runCount, resetThreshold }, index * minute),
  );
}
const at = (changes: Change[]) => changes.flatMap((change, index) => (change ? [`${change} ${index}`] : []));

describe('a condition', () => {
  it('raises after its failures in a row, and only once', () => {
    expect(at(run('xxxxxx', 3, 10))).toEqual(['raised 2']);
    expect(at(run('xx.xx.xxx', 3, 10))).toEqual(['raised 8']);
    expect(at(run('x', 1, 10))).toEqual(['raised 0']);
  });

  it('resets once its minutes have passed since the last failure, not before', () => {
    expect(at(run('xxx.........', 3, 10))).toEqual(['raised 2']);
    expect(at(run('xxx..........', 3, 10))).toEqual(['raised 2', 'reset 12']);
    expect(at(run('xxx.....x.........', 3, 10))).toEqual(['raised 2']);
    expect(at(run('xxx.....x..........', 3, 10))).toEqual(['raised 2', 'reset 18']);
  });

  it('raises again after a reset', () => {
    expect(at(run('x.x.x', 1, 1))).toEqual(['raised 0', 'reset 1', 'raised 2', 'reset 3', 'raised 4']);
  });

  it('is not moved by a check that says nothing about it', () => {
    expect(at(run('x?x?x', 3, 10))).toEqual(['raised 4']);
  });

  it('goes on from where it stood', () => {
    const standing: Standing = { failures: 2, lastFailureAt: -minute, raisedAt: undefined };
    expect(at(run('x', 3, 10, standing))).toEqual(['raised 0']);
  });
});

describe('the sentence of a condition', () => {
  const describeCondition = conditionSentences(
    loadScreens(fileURLToPath(new URL('../../../schemas', import.meta.url))),
  );

  it('says in words when it raises and when it resets', () => {
    expect(describeCondition({ type: 'PingFailed', runCount: 3, resetThreshold: 10 })).toBe(
      'The check fails 3 times in a row. Resets after 10 minutes without a failure.',
    );
    expect(describeCondition({ type: 'HttpWebsiteFailed', runCount: 1, resetThreshold: 1 })).toBe(
      'The website failed in one check. Resets after 1 minute without a failure.',
    );
  });

  it.each(Object.keys(conditions))('is there for %s', (type) => {
    expect(describeCondition({ type, runCount: 2, resetThreshold: 2 })).not.toBe('');
  });
});

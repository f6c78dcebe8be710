import { describe, expect, it } from 'vitest';
import { findTooMuchText } from './json-text.ts';

const find = (text: string) => findTooMuchText(Buffer.from(text));
const names = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;

describe('the look at a JSON text before it is parsed', () => {
  it('passes what calls take: 20,000 ids, 64 levels, 1000 fields (S2)', () => {
    expect(find(`{"ids":[${'1,'.repeat(19_999)}1]}`)).toBeUndefined();
    expect(find('['.repeat(64) + ']'.repeat(64))).toBeUndefined();
    expect(find(names(1000))).toBeUndefined();
  });

  it.each([
    ['65 levels', '['.repeat(65) + ']'.repeat(65), 'Must not be nested deeper than 64 levels'],
    ['65 levels that are never closed', '{"a":'.repeat(65), 'Must not be nested deeper than 64 levels'],
    ['1001 fields of one object', names(1001), 'At most 1000 fields allowed'],
    ['30,001 names in small objects', `[${'{"a":1},'.repeat(30_001)}1]`, 'Holds too many fields'],
    ['300,000 values', `[${'1,'.repeat(300_000)}1]`, 'Holds too many values'],
  ])('refuses %s (S2)', (_what, text, words) => expect(find(text)).toBe(words));

  it('does not count what stands in a text, escaped quotes included', () => {
    expect(find(JSON.stringify(['['.repeat(100), `\\"${'{'.repeat(100)}`, ','.repeat(300_000), '\\']))).toBeUndefined();
    expect(find(`["a\\\\",${'['.repeat(64)}`)).toBe('Must not be nested deeper than 64 levels');
  });

  it('takes 10 MB of quotes and backslashes in one pass', () => {
    const begun = process.cpuUsage();
    find('"\\'.repeat(5_000_000));
    find('\\"'.repeat(5_000_000));
    find('["'.repeat(5_000_000));
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(5);
  });
});

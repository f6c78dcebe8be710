import { describe, expect, it } from 'vitest';
import { ruleNames, rules } from './keywords.ts';
import type { Rule } from './rules.ts';
import { defaultWords } from './words.ts';

const now = new Date('2026-05-01T10:00:00Z');

interface Fixture {
  param: unknown;
  value: unknown;
  /** The whole data, when the rule looks beside the value. */
  root?: unknown;
  path?: string;
  /** The words of the refusal; absent: the rule holds. */
  words?: string;
}

const pair = (start: unknown, value: unknown, more: object = {}) => ({
  value,
  path: '/end',
  root: { start, end: value, ...more },
});

/** Every rule of the vocabulary has its lines here; the first test sees to it. */
const fixtures: Record<string, Fixture[]> = {
  wholeNumber: [
    { param: { minimum: 1, maximum: 1000 }, value: 1 },
    { param: { minimum: 1, maximum: 1000 }, value: 1000 },
    { param: { minimum: 1, maximum: 1000 }, value: 0, words: 'Must be between 1 and 1000' },
    { param: { minimum: 1, maximum: 1000 }, value: 1001, words: 'Must be between 1 and 1000' },
    { param: { minimum: 1, maximum: 1000 }, value: 1.5, words: 'Must be between 1 and 1000' },
    { param: { minimum: 1, maximum: 1000 }, value: '5', words: 'Must be between 1 and 1000' },
    { param: { minimum: 0 }, value: -1, words: 'Must be at least 0' },
    { param: { maximum: 9 }, value: 10, words: 'Must be at most 9' },
    { param: {}, value: Number.NaN, words: 'Must be a whole number' },
    { param: {}, value: 2 ** 53, words: 'Must be a whole number' },
  ],
  notBlank: [
    { param: true, value: 'a' },
    { param: true, value: ' \t\n', words: 'Required' },
    { param: true, value: '', words: 'Required' },
    { param: false, value: '' },
    { param: true, value: 0 },
  ],
  sameAs: [
    { param: '1/password', value: 'x', path: '/again', root: { password: 'x', again: 'x' } },
    { param: '1/password', value: 'x', path: '/again', root: { password: 'X', again: 'x' }, words: 'Does not match' },
    { param: '1/password', value: 'x', path: '/again', root: { again: 'x' }, words: 'Does not match' },
    { param: { field: '1/a', ignoreCase: true }, value: 'Ann@Example.com', path: '/b', root: { a: 'ann@example.com' } },
    { param: '2/password', value: 'x', path: '/deep/again', root: { password: 'x' } },
    { param: '5/password', value: 'x', path: '/again', root: { password: 'x' }, words: 'Does not match' },
  ],
  lessThan: [
    { param: '1/frequency', value: 29, path: '/timeout', root: { frequency: 30 } },
    { param: '1/frequency', value: 30, path: '/timeout', root: { frequency: 30 }, words: 'Must be less than 30' },
    { param: '1/frequency', value: 31, path: '/timeout', root: { frequency: 30 }, words: 'Must be less than 30' },
    { param: '1/frequency', value: 30, path: '/timeout', root: {} },
    { param: '1/frequency', value: '30', path: '/timeout', root: { frequency: 30 } },
  ],
  differsFrom: [
    { param: '1/old', value: 'b', path: '/new', root: { old: 'a' } },
    { param: '1/old', value: 'a', path: '/new', root: { old: 'a' }, words: 'Must be different' },
    {
      param: { field: '1/old', ignoreCase: true },
      value: 'A',
      path: '/new',
      root: { old: 'a' },
      words: 'Must be different',
    },
    { param: '1/old', value: 'a', path: '/new', root: {} },
    { param: '1/old', value: '', path: '/new', root: { old: '' } },
  ],
  after: [
    { param: { field: '1/start', minutes: 5 }, ...pair('2026-05-01T12:00', '2026-05-01T12:05') },
    {
      param: { field: '1/start', minutes: 5 },
      ...pair('2026-05-01T12:00', '2026-05-01T12:04'),
      words: 'Must be at least 5 minutes later',
    },
    { param: { field: '1/start' }, ...pair('2026-05-01T12:00', '2026-05-01T12:00'), words: 'Must be later' },
    { param: { field: '1/start', minutes: 5 }, ...pair(undefined, '2020-01-01T00:00') },
    { param: { field: '1/start', minutes: 5, orNow: true }, ...pair('NOW', '2026-05-01T10:05:00Z') },
    {
      param: { field: '1/start', minutes: 5, orNow: true },
      ...pair('NOW', '2026-05-01T10:04:59Z'),
      words: 'Must be at least 5 minutes later',
    },
    { param: { field: '1/start' }, ...pair('09:00', '17:00') },
    { param: { field: '1/start' }, ...pair('17:00', '09:00'), words: 'Must be later' },
    { param: { field: '1/start' }, ...pair('17:00', '2026-05-01T09:00') },
    { param: { field: '1/start' }, ...pair('2026-05-01T12:00', 'soon') },
    {
      param: { field: '1/start', minutes: 60, timeZone: '1/zone' },
      ...pair('2026-10-24T23:30:00Z', '2026-10-25T02:30', { zone: 'Europe/Amsterdam' }),
    },
  ],
  inFuture: [
    { param: true, value: '2026-05-01T10:00:01Z' },
    { param: true, value: '2026-05-01T10:00:00Z', words: 'Date and time must be in the future' },
    { param: false, value: '2020-01-01T00:00:00Z' },
    { param: true, value: 'soon' },
    { param: { timeZone: '1/zone' }, value: '2026-05-01T12:01', path: '/at', root: { zone: 'Europe/Amsterdam' } },
    {
      param: { timeZone: '1/zone' },
      value: '2026-05-01T12:00',
      path: '/at',
      root: { zone: 'Europe/Amsterdam' },
      words: 'Date and time must be in the future',
    },
    { param: { timeZone: '1/zone' }, value: '2026-05-01T06:01', path: '/at', root: { zone: 'America/New_York' } },
    { param: { timeZone: '1/zone' }, value: '2026-05-01T12:00', path: '/at', root: { zone: 'Mars/Olympus' } },
  ],
  ipTargets: [
    {
      param: true,
      value: '10.0.0.1, 10.0.0.0/24\n10.0.0.5-10.0.0.9 10.0.0.5 - 10.0.0.9\t10.0.0.1-20,,::1 2001:db8::/32',
    },
    { param: true, value: '10.0.0.1 router,10.0.0.300', words: 'Invalid IP(s): router, 10.0.0.300' },
    {
      param: true,
      value: '10.0.0.9-10.0.0.5 10.0.0.0/33 10.0.0.0/ 10.0.0.1-300',
      words: 'Invalid IP(s): 10.0.0.9-10.0.0.5, 10.0.0.0/33, 10.0.0.0/, 10.0.0.1-300',
    },
    { param: true, value: 5 },
    { param: false, value: 'router' },
  ],
  minFileSize: [
    { param: 1, value: '1 1764028800000 shops.csv' },
    { param: 1, value: '0 1764028800000 shops.csv', words: 'File too small' },
    { param: 2000, value: '1999 1764028800000 shops.csv', words: 'File too small' },
    { param: 1, value: 'no file' },
  ],
  maxFileSize: [
    { param: 10_000_000, value: '10000000 1764028800000 a file with spaces.csv' },
    { param: 10_000_000, value: '10000001 1764028800000 shops.csv', words: 'File exceeds the limit of 10 MB' },
    {
      param: 1_073_741_824,
      value: '1073741825 1764028800000 setup.exe',
      words: 'File exceeds the limit of 1 GiB',
    },
    { param: 1, value: 7 },
  ],
  fileTypes: [
    { param: ['.exe', '.msi'], value: '57 1764028800000 Setup.EXE' },
    {
      param: ['.exe', '.msi'],
      value: '57 1764028800000 setup.msi.zip',
      words: "You've attempted to attach an invalid file. Only the following file types are allowed: .exe, .msi",
    },
    { param: ['.exe'], value: 7 },
  ],
  uniqueBy: [
    { param: '/name', value: [{ name: 'a' }, { name: 'b' }, {}, {}, { name: '' }, { name: '' }] },
    { param: '/name', value: [{ name: 'a' }, { name: ' A ' }], words: 'Must be unique' },
    { param: '/', value: ['x', 'y'] },
    { param: '/', value: [{ a: 1 }, { a: 1 }], words: 'Must be unique' },
    // Filled in the other way round.
    {
      param: '/',
      value: [
        { a: 1, b: { c: 2, d: 3 } },
        { b: { d: 3, c: 2 }, a: 1 },
      ],
      words: 'Must be unique',
    },
    {
      param: '/',
      value: [
        { a: 1, b: [1, 2] },
        { b: [2, 1], a: 1 },
      ],
    },
    { param: '/name', value: 'not a list' },
  ],
};

describe('rules', () => {
  it('all have fixtures', () => expect(Object.keys(fixtures).sort()).toEqual([...ruleNames].sort()));

  describe.each(ruleNames)('%s', (name) => {
    it.each(
      (fixtures[name] ?? []).map((fixture) => [JSON.stringify([fixture.param, fixture.value]), fixture] as const),
    )('%s', (_, { param, value, root = value, path = '', words }) => {
      const rule = rules[name] as Rule<unknown>;
      const failure = rule(param, value, { path, root, clock: { now } });
      expect(failure && defaultWords(name, failure)).toBe(words);
    });
  });

  it('names the items that repeat an earlier one', () => {
    const value = [{ name: 'a' }, { name: 'b' }, { name: 'A' }, { name: 'a' }];
    expect(rules.uniqueBy('/name', value, { path: '', root: value, clock: undefined })).toEqual({
      duplicates: [2, 3],
      field: '/name',
    });
  });

  it('asks the machine for the time when nobody gives it', () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    expect(rules.inFuture(true, soon, { path: '', root: soon, clock: undefined })).toBeUndefined();
  });

  it('does not look into prototypes', () => {
    const root = { again: 'x' };
    expect(rules.differsFrom('1/constructor', 'x', { path: '/again', root, clock: undefined })).toBeUndefined();
  });
});

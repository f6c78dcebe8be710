import { describe, expect, it } from 'vitest';
import { conflictsOf, mergeVersions, type Versions } from './three-way.ts';

const of = (base: object, mine: object, theirs: object): Versions => ({
  base: { details: { ...base } },
  mine: { details: { ...mine } },
  theirs: { details: { ...theirs } },
});
const merged = (versions: Versions, choices = {}) => mergeVersions(versions, choices)['details'];

describe('fields', () => {
  const versions = of(
    { name: 'Acme', note: 'old', zone: 'UTC' },
    { name: 'Mine', note: 'mine', zone: 'UTC' },
    { name: 'Theirs', note: 'old', zone: 'Europe/Paris' },
  );

  it('conflict only when both changed them to different values', () => {
    expect(conflictsOf(versions)).toEqual([
      { pointer: '/details/name', screen: 'details', field: 'name', base: 'Acme', mine: 'Mine', theirs: 'Theirs' },
    ]);
    expect(conflictsOf(of({ name: 'Acme' }, { name: 'Same' }, { name: 'Same' }))).toEqual([]);
  });

  it('merge what one side alone changed and take the chosen side of a conflict', () => {
    expect(merged(versions, { '/details/name': 'theirs' })).toEqual({
      name: 'Theirs',
      note: 'mine',
      zone: 'Europe/Paris',
    });
    expect(merged(versions, { '/details/name': 'mine' })).toEqual({ name: 'Mine', note: 'mine', zone: 'Europe/Paris' });
  });

  it('stay empty when one side emptied them', () => {
    expect(merged(of({ note: 'old' }, {}, { note: 'old' }))).toEqual({});
    expect(merged(of({ note: 'old' }, { note: 'old' }, {}))).toEqual({});
    expect(conflictsOf(of({ note: 'old' }, {}, { note: 'new' }))).toMatchObject([{ mine: undefined, theirs: 'new' }]);
  });

  it('keep a secret that was typed, which no stored version has', () => {
    expect(merged(of({ url: 'a' }, { url: 'a', token: 'typed' }, { url: 'b' }))).toEqual({ url: 'b', token: 'typed' });
  });

  it('are compared as a whole when their rows have no ids', () => {
    const rows = of({ to: [{ email: 'a' }] }, { to: [{ email: 'b' }] }, { to: [{ email: 'c' }] });
    expect(conflictsOf(rows)).toMatchObject([{ pointer: '/details/to', mine: [{ email: 'b' }] }]);
    expect(merged(rows, { '/details/to': 'theirs' })).toEqual({ to: [{ email: 'c' }] });
  });
});

describe('rows with ids', () => {
  const row = (id: number, name: string) => ({ id, name });
  const list = (base: object[], mine: object[], theirs: object[]) =>
    of({ rows: base }, { rows: mine }, { rows: theirs });
  const base = [row(1, 'a'), row(2, 'b'), row(3, 'c')];

  it('merge when each side changed, added or removed different ones', () => {
    const versions = list(
      base,
      [row(1, 'mine'), row(2, 'b'), { name: 'added by me' }],
      [row(1, 'a'), row(2, 'theirs'), row(3, 'c'), row(4, 'added by them')],
    );
    expect(conflictsOf(versions)).toEqual([]);
    expect(merged(versions)).toEqual({
      rows: [row(1, 'mine'), row(2, 'theirs'), row(4, 'added by them'), { name: 'added by me' }],
    });
  });

  it('conflict one by one, also when one side removed what the other changed', () => {
    const versions = list(base, [row(1, 'mine'), row(3, 'c')], [row(1, 'theirs'), row(2, 'changed'), row(3, 'c')]);
    expect(conflictsOf(versions).map(({ pointer, row: id }) => [pointer, id])).toEqual([
      ['/details/rows/1', 1],
      ['/details/rows/2', 2],
    ]);
    expect(merged(versions, { '/details/rows/1': 'theirs', '/details/rows/2': 'mine' })).toEqual({
      rows: [row(1, 'theirs'), row(3, 'c')],
    });
    expect(merged(versions, { '/details/rows/1': 'mine', '/details/rows/2': 'theirs' })).toEqual({
      rows: [row(1, 'mine'), row(2, 'changed'), row(3, 'c')],
    });
  });

  it('stand in the order of the side that moved them', () => {
    const [one, two, three] = base as [object, object, object];
    expect(merged(list(base, [three, one, two], base))).toEqual({ rows: [three, one, two] });
    expect(merged(list(base, base, [two, one, three]))).toEqual({ rows: [two, one, three] });
  });
});

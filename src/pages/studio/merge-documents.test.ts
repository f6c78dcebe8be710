import { expect, it } from 'vitest';
import type { ScreenDocument } from '#engine/document/document.ts';
import { placeValue } from '#screens/form/place-value.ts';
import { mergeDocuments } from './merge-documents.ts';

const base: ScreenDocument = {
  title: 'Details',
  schema: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', title: 'Name', maxLength: 100 }, note: { type: 'string', title: 'Note' } },
  },
  ui: { 'ui:order': ['name', 'note'] },
  examples: { valid: [{ name: 'a' }, { name: 'b' }], invalid: [{}] },
};
const changed = (changes: Record<string, unknown>): ScreenDocument =>
  Object.entries(changes).reduce((document, [pointer, value]) => placeValue(document, pointer, value), base);
const bound = '/schema/properties/name/maxLength';
const order = '/ui/ui:order';

it('takes over what each of two changed: texts, bounds, fields, their order and examples', () => {
  const [floor, centre] = [
    { type: 'string', title: 'Floor' },
    { type: 'string', title: 'Centre' },
  ];
  const mine = changed({
    [bound]: 50,
    '/schema/properties/floor': floor,
    [order]: ['name', 'note', 'floor'],
    '/examples/valid/0/name': 'A',
  });
  const theirs = changed({
    '/title': 'Particulars',
    '/schema/properties/note': undefined,
    '/schema/properties/centre': centre,
    [order]: ['name', 'centre'],
    '/examples/valid/1/name': 'B',
  });
  const expected = changed({
    '/title': 'Particulars',
    [bound]: 50,
    '/schema/properties/note': undefined,
    '/schema/properties/floor': floor,
    '/schema/properties/centre': centre,
    [order]: ['name', 'floor', 'centre'],
    '/examples/valid/0/name': 'A',
    '/examples/valid/1/name': 'B',
  });
  expect(mergeDocuments({ base, mine, theirs })).toEqual({ document: expected, conflicts: [] });
  expect(mergeDocuments({ base, mine, theirs: base }).document).toEqual(mine);
});

it('asks about what both changed, also where one removed it, and keeps mine unless theirs is chosen', () => {
  const mine = changed({ [bound]: 50, '/schema/properties/note': undefined });
  const theirs = changed({ [bound]: 80, '/schema/properties/note/title': 'Remark' });
  const { document, conflicts } = mergeDocuments({ base, mine, theirs });
  expect(document).toEqual(mine);
  expect(conflicts).toEqual([
    { pointer: bound, mine: 50, theirs: 80 },
    { pointer: '/schema/properties/note', mine: undefined, theirs: { type: 'string', title: 'Remark' } },
  ]);
  const taken = mergeDocuments({ base, mine, theirs }, new Set([bound]));
  expect(taken.document).toEqual(placeValue(mine, bound, 80));
});

it('asks about a list of names that one side moved and the other changed', () => {
  const mine = changed({ [order]: ['note', 'name'] });
  const theirs = changed({ [order]: ['name', 'note', '*'] });
  expect(mergeDocuments({ base, mine, theirs }).conflicts).toMatchObject([{ pointer: order }]);
});

it('asks about the whole order where both moved fields, so that no field is in it twice', () => {
  const ordered = (...names: string[]) => changed({ [order]: names });
  const versions = { base: ordered('a', 'b', 'c'), mine: ordered('b', 'a', 'c'), theirs: ordered('a', 'c', 'b') };
  expect(mergeDocuments(versions)).toEqual({
    document: versions.mine,
    conflicts: [{ pointer: order, mine: ['b', 'a', 'c'], theirs: ['a', 'c', 'b'] }],
  });
  expect(mergeDocuments(versions, new Set([order])).document).toEqual(versions.theirs);
});

import { expect, it } from 'vitest';
import type { RowsDocument } from '#engine/document/document.ts';
import { cellText, nameOfRow, propertiesOf } from './columns.ts';

const item: RowsDocument['item'] = {
  type: 'object',
  properties: {
    place: { type: 'integer', title: 'Location', oneOf: [{ const: 7, title: 'Warehouse' }] },
    count: { type: 'integer', title: 'Count' },
  },
};

it('shows a number that has a name as text', () => {
  const [place, count] = propertiesOf({ item });
  expect([place?.numeric, count?.numeric]).toEqual([false, true]);
  expect(place && cellText(place, 7)).toBe('Warehouse');
});

it('calls a row by the column that names it, and by its key without one', () => {
  const row = { key: 'k', data: { name: 'PC1', other: '' } };
  expect(nameOfRow({ named: 'name' }, row)).toBe('PC1');
  expect([nameOfRow({}, row), nameOfRow({ named: 'other' }, row)]).toEqual(['k', 'k']);
});

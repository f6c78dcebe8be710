import { expect, it } from 'vitest';
import { sortRows, type Column } from './column.ts';

interface Row {
  id: number;
  name: string;
  time: number | null;
}
const columns: Column<Row>[] = [
  { id: 'name', title: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { id: 'time', title: 'Time', cell: () => null, sortBy: ({ time }) => time },
  { id: 'plain', title: 'Plain', cell: () => null },
];
const rows: Row[] = [
  { id: 1, name: 'web 10', time: null },
  { id: 2, name: 'Web 9', time: 30 },
  { id: 3, name: 'api', time: 4 },
];
const ids = (column: string, descending = false): number[] =>
  sortRows(rows, columns, { column, descending }).map(({ id }) => id);

it('sorts names as people do', () => expect(ids('name')).toEqual([3, 2, 1]));
it('keeps rows without a value last in both directions', () => {
  expect(ids('time')).toEqual([3, 2, 1]);
  expect(ids('time', true)).toEqual([2, 3, 1]);
});
it('leaves the order alone for a column that does not sort', () => expect(ids('plain')).toEqual([1, 2, 3]));

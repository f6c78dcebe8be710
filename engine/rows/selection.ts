/** A row that lives on a server: an item of a run. */
export interface ServerRow {
  /** The same as long as the run lives. */
  key: string;
  data: Readonly<Record<string, unknown>>;
}

export interface RowFilter {
  /** Part of a key or of a text of the row. */
  search?: string;
  /** Only rows whose `field` is `value`; of a list, rows whose list has it. */
  field?: string;
  value?: string;
}

/** Which rows a person chose: each by its key, or all that a filter finds except some. */
export type Selection =
  | { all: false; keys: readonly string[] }
  | { all: true; filter: RowFilter; except: readonly string[] };

/** A value that a person gave to a column of the rows that were selected then. */
export interface RowsChange {
  rows: Selection;
  column: string;
  value: unknown;
}

/** The answer of a field of server-owned rows. */
export interface RowsAnswer {
  selected: Selection;
  changes?: readonly RowsChange[];
}

/** More rows are selected by a filter. */
export const mostKeys = 5000;
/** An answer stays small. */
export const mostChanges = 500;

export const nothingSelected: Selection = { all: false, keys: [] };

/** Whether a row is selected, for many rows. */
export function selector(selection: Selection): (row: ServerRow) => boolean {
  if (!selection.all) {
    const keys = new Set(selection.keys);
    return ({ key }) => keys.has(key);
  }
  const except = new Set(selection.except);
  return (row) => !except.has(row.key) && matches(selection.filter, row);
}

export function isSelected(selection: Selection, row: ServerRow): boolean {
  return selector(selection)(row);
}

/** Selects these rows, or takes them out. */
export function withRows(selection: Selection, rows: readonly ServerRow[], on: boolean): Selection {
  const keys = rows.map(({ key }) => key);
  if (!selection.all) return { all: false, keys: on ? union(selection.keys, keys) : without(selection.keys, keys) };
  const found = rows.filter((row) => matches(selection.filter, row)).map(({ key }) => key);
  return { ...selection, except: on ? without(selection.except, found) : union(selection.except, found) };
}

/** Takes rows out of a selection, or puts them back, by their keys: those that it could not select stay out. */
export function withKeys(selection: Selection, keys: readonly string[], on: boolean): Selection {
  if (!selection.all) return { all: false, keys: on ? union(selection.keys, keys) : without(selection.keys, keys) };
  return { ...selection, except: on ? without(selection.except, keys) : union(selection.except, keys) };
}

/** The changes with one more. Those of the same column that it makes void are left out, so that editing a row again costs nothing. */
export function withChange(changes: readonly RowsChange[], change: RowsChange): RowsChange[] {
  const isVoid = (other: RowsChange) =>
    other.column === change.column && !change.rows.all && !other.rows.all && within(other.rows.keys, change.rows.keys);
  return [...changes.filter((other) => !isVoid(other)), change];
}

const within = (some: readonly string[], others: readonly string[]) => without(some, others).length === 0;

/** How many rows are selected; undefined where the rows in sight answer another filter than the selection. */
export function countSelected(selection: Selection, filter: RowFilter, total: number): number | undefined {
  if (!selection.all) return selection.keys.length;
  return sameFilter(selection.filter, filter) ? Math.max(0, total - selection.except.length) : undefined;
}

export function sameFilter(one: RowFilter, other: RowFilter): boolean {
  return (['search', 'field', 'value'] as const).every((part) => (one[part] ?? '') === (other[part] ?? ''));
}

/** Each row as the person changed it. */
export function changer(changes: readonly RowsChange[]): (row: ServerRow) => Record<string, unknown> {
  const made = changes.map(({ rows, column, value }) => ({ isChanged: selector(rows), column, value }));
  return (row) => ({
    ...row.data,
    ...Object.fromEntries(made.filter(({ isChanged }) => isChanged(row)).map(({ column, value }) => [column, value])),
  });
}

/** As the server filters: the text in the key or in any value, and the field with the value. */
function matches({ search = '', field, value = '' }: RowFilter, { key, data }: ServerRow): boolean {
  const wanted = search.toLowerCase();
  const holds = (text: string) => text.toLowerCase().includes(wanted);
  if (wanted !== '' && !holds(key) && !Object.values(data).some((value) => holds(textOf(value)))) return false;
  return field === undefined || hasValue(data[field], value);
}

/** Whether a column has the value; of a list, one of its entries. */
export function hasValue(held: unknown, value: string): boolean {
  return Array.isArray(held) ? held.includes(value) : textOf(held) === value;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

const union = (some: readonly string[], more: readonly string[]) => [...new Set([...some, ...more])];
const without = (some: readonly string[], less: readonly string[]) => {
  const gone = new Set(less);
  return some.filter((key) => !gone.has(key));
};

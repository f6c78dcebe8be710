import type { RowsDocument } from '#engine/document/document.ts';
import type { ServerRow } from '#engine/rows/selection.ts';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import { choicesOf, type Choice } from '../form/field-options.ts';

export interface RowsColumn {
  name: string;
  title: string;
  schema: Schema;
  choices: readonly Choice[];
  numeric: boolean;
  /** Stands below it in the same cell. */
  below?: string;
}

/** The columns of a table of server-owned rows: the properties of its item, in their order. */
export function columnsOf(rows: Pick<RowsDocument, 'item' | 'hidden' | 'below'>): RowsColumn[] {
  const { hidden = [], below = {} } = rows;
  return propertiesOf(rows)
    .filter(({ name }) => !hidden.includes(name))
    .map((column) => ({ ...column, ...(below[column.name] !== undefined && { below: below[column.name] ?? '' }) }));
}

/** What a row is called: its key, unless a column names it. */
export function nameOfRow({ named }: Pick<RowsDocument, 'named'>, { key, data }: ServerRow): string {
  const name = named === undefined ? undefined : data[named];
  return typeof name === 'string' && name !== '' ? name : key;
}

/** The properties of its item, hidden ones too. */
export function propertiesOf({ item }: Pick<RowsDocument, 'item'>): RowsColumn[] {
  return Object.entries(item.properties ?? {}).flatMap(([name, schema]) => {
    if (!isSchema(schema)) return [];
    // Of a list, those of its entries.
    const choices = choicesOf(isSchema(schema.items) ? schema.items : schema, {});
    // A named number reads as text.
    const numeric = choices.length === 0 && (schema.type === 'integer' || schema.type === 'number');
    return { name, title: schema.title ?? name, schema, choices, numeric };
  });
}

export function cellText(column: RowsColumn, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((entry) => cellText(column, entry)).join(', ');
  const { choices } = column;
  return (
    choices.find((choice) => choice.value === value)?.label ??
    (typeof value === 'string' ? value : JSON.stringify(value))
  );
}

/** As `grid-template-columns`: numbers and named values as wide as they are, texts share the rest. */
export function trackOf({ numeric, choices }: RowsColumn): string {
  if (numeric) return '72px';
  return choices.length > 0 ? 'minmax(104px, 144px)' : 'minmax(96px, 1fr)';
}

import type { Header } from '../../outbound/redirect.ts';
import type { Secrets } from '../../secrets.ts';
import type { StoredConfig } from './check.ts';

/** A row of names and values, as requests have it and, its value sealed, as it is stored. */
interface Row {
  name?: string;
  value?: string;
  sealed?: string;
}

/** Stored rows as they may be told: without `open`, without their values. */
export function tellRows(stored: unknown, open?: Secrets['open']): Row[] {
  return rowsOf(stored).map((row) => {
    const told = named(row.name);
    return open && hasValue(row) ? { ...told, value: openValue(row, open) } : told;
  });
}

/** Rows as they are stored. A value that is left out is that of the stored row with this name. */
export function sealRows(given: unknown, stored: unknown, seal: Secrets['seal']): Row[] {
  return rowsOf(given).map(({ name, value }) => {
    if (value !== undefined) return { ...named(name), sealed: seal(value) };
    const { sealed, value: plain } = storedRow(stored, name) ?? {};
    if (sealed !== undefined) return { ...named(name), sealed };
    return { ...named(name), ...(plain !== undefined && { sealed: seal(plain) }) };
  });
}

/** Rows as the screens judge them: a value that is left out and stored is there. */
export function fillKeptRows(given: unknown, stored: unknown): Row[] {
  return rowsOf(given).map((row) =>
    row.value === undefined && storedRow(stored, row.name) ? { ...row, value: 'kept' } : row,
  );
}

/** Whether any row, given or stored, has a value. */
export function hasValues(rows: unknown): boolean {
  return rowsOf(rows).some(hasValue);
}

/** Names and values of a stored configuration, without rows that lack either. */
export function openPairs(config: StoredConfig, field: string, open: Secrets['open']): Header[] {
  return rowsOf(config[field]).flatMap((row) =>
    row.name !== undefined && row.name !== '' && hasValue(row) ? [{ name: row.name, value: openValue(row, open) }] : [],
  );
}

function storedRow(stored: unknown, name: string | undefined): Row | undefined {
  const wanted = name?.toLowerCase();
  return rowsOf(stored).find((row) => row.name?.toLowerCase() === wanted && hasValue(row));
}

const named = (name: string | undefined) => (name === undefined ? {} : { name });
const hasValue = ({ value, sealed }: Row) => value !== undefined || sealed !== undefined;
/** A row that an earlier version stored is plain until the next start seals it. */
const openValue = ({ value, sealed }: Row, open: Secrets['open']) =>
  sealed === undefined ? (value ?? '') : open(sealed);

function rowsOf(rows: unknown): Row[] {
  if (!Array.isArray(rows)) return [];
  return rows.map((row: unknown) => {
    const { name, value, sealed } = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>;
    return {
      ...(typeof name === 'string' && { name }),
      ...(typeof value === 'string' && { value }),
      ...(typeof sealed === 'string' && { sealed }),
    };
  });
}

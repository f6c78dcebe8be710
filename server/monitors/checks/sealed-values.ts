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

/** Rows as they are stored. A value that is left out is that of the stored row with this name, of several the one as far down. */
export function sealRows(given: unknown, stored: unknown, seal: Secrets['seal']): Row[] {
  const storedRow = rowFinder(stored);
  return rowsOf(given).map(({ name, value }) => {
    const found = storedRow(name);
    if (value !== undefined) return { ...named(name), sealed: seal(value) };
    const { sealed, value: plain } = found ?? {};
    if (sealed !== undefined) return { ...named(name), sealed };
    return { ...named(name), ...(plain !== undefined && { sealed: seal(plain) }) };
  });
}

/** Rows as the screens judge them: a value that is left out and stored is there. */
export function fillKeptRows(given: unknown, stored: unknown): Row[] {
  const storedRow = rowFinder(stored);
  return rowsOf(given).map((row) => {
    const found = storedRow(row.name);
    return row.value === undefined && found ? { ...row, value: 'kept' } : row;
  });
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

/** A text as it is stored. One that is left out is the stored one. */
export function sealText(given: unknown, stored: unknown, seal: Secrets['seal']): SealedText | undefined {
  if (typeof given === 'string') return { sealed: seal(given) };
  // One that an earlier version stored is plain until the next start seals it.
  return typeof stored === 'string' ? { sealed: seal(stored) } : sealedText(stored);
}

export function openText(stored: unknown, open: Secrets['open']): string {
  const sealed = sealedText(stored)?.sealed;
  return sealed === undefined ? (typeof stored === 'string' ? stored : '') : open(sealed);
}

/** Whether there is a stored text. */
export function hasText(stored: unknown): boolean {
  return typeof stored === 'string' || sealedText(stored) !== undefined;
}

interface SealedText {
  sealed: string;
}

function sealedText(stored: unknown): SealedText | undefined {
  const sealed: unknown =
    typeof stored === 'object' && stored !== null && 'sealed' in stored ? stored.sealed : undefined;
  return typeof sealed === 'string' ? { sealed } : undefined;
}

/** Asked for the rows in their order, it answers the stored row of that name; fields of a form may repeat one. */
function rowFinder(stored: unknown): (name: string | undefined) => Row | undefined {
  const rows = rowsOf(stored);
  const passed = new Map<string | undefined, number>();
  return (name) => {
    const wanted = name?.toLowerCase();
    const before = passed.get(wanted) ?? 0;
    passed.set(wanted, before + 1);
    return rows.filter((row) => row.name?.toLowerCase() === wanted && hasValue(row))[before];
  };
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

import { pointerOf } from '../document/pointer.ts';
import type { Pointer } from '../document/document.ts';
import { isSame } from './same.ts';
import type { Answers } from './flow.ts';

type AllAnswers = Readonly<Record<string, Answers>>;

/** The three versions of one record: what both persons began with, and what each made of it. */
export interface Versions {
  base: AllAnswers;
  mine: AllAnswers;
  theirs: AllAnswers;
}

export type Side = 'mine' | 'theirs';

/** A field, or a row of a list, that both persons changed to different values. */
export interface Conflict {
  /** `/details/name`, or `/locations/locations/12` for the row with the id 12. */
  pointer: Pointer;
  screen: string;
  field: string;
  /** The id of the row. */
  row?: RowId;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

type RowId = string | number;
type Row = Readonly<Record<string, unknown>>;

/** What both changed differently, by screen and field: the person has to choose. */
export function conflictsOf(versions: Versions): Conflict[] {
  return compare(versions).conflicts;
}

/**
 * One version of both: what one side alone changed is taken over, and of each conflict the chosen side. A list whose rows
 * have ids is merged row by row; any other value as a whole. A conflict that nobody chose keeps mine.
 */
export function mergeVersions(
  versions: Versions,
  choices: Readonly<Record<Pointer, unknown>>,
): Record<string, Answers> {
  return compare(versions, choices).merged;
}

function compare(
  { base, mine, theirs }: Versions,
  choices: Readonly<Record<Pointer, unknown>> = {},
): { conflicts: Conflict[]; merged: Record<string, Answers> } {
  const conflicts: Conflict[] = [];
  const pick = (place: Place, values: Values): unknown => {
    if (isSame(values.mine, values.theirs) || isSame(values.base, values.theirs)) return values.mine;
    if (isSame(values.base, values.mine)) return values.theirs;
    const { screen, field, row } = place;
    const pointer = pointerOf([screen, field, ...(row === undefined ? [] : [String(row)])]);
    conflicts.push({ pointer, ...place, ...values });
    return choices[pointer] === 'theirs' ? values.theirs : values.mine;
  };
  const merged = Object.fromEntries(
    namesIn(mine, theirs).map((screen) => {
      const [was, my, their] = [base[screen] ?? {}, mine[screen] ?? {}, theirs[screen] ?? {}];
      const fields = namesIn(my, their).map((field) => {
        const values = { base: was[field], mine: my[field], theirs: their[field] };
        const rows = rowsOf(values);
        return [field, rows ? mergeRows({ screen, field }, rows, pick) : pick({ screen, field }, values)] as const;
      });
      return [screen, Object.fromEntries(fields.filter(([, value]) => value !== undefined))];
    }),
  );
  return { conflicts, merged };
}

interface Place {
  screen: string;
  field: string;
  row?: RowId;
}
interface Values {
  base: unknown;
  mine: unknown;
  theirs: unknown;
}
type Rows = Record<keyof Values, readonly Row[]>;

/** The lists of three versions, where the stored rows of both have ids. */
function rowsOf({ base, mine, theirs }: Values): Rows | undefined {
  const [was, my, their] = [base, mine, theirs].map((value) => (value === undefined ? [] : value));
  if (!isRows(was) || !isRows(my) || !isRows(their)) return undefined;
  const stored = [...was, ...their];
  return stored.length > 0 && stored.every((row) => idOf(row) !== undefined)
    ? { base: was, mine: my, theirs: their }
    : undefined;
}

function mergeRows(place: Place, rows: Rows, pick: (place: Place, values: Values) => unknown): unknown[] {
  const merged = new Map<RowId, unknown>();
  for (const id of orderOf(rows)) {
    const [base, mine, theirs] = [rows.base, rows.mine, rows.theirs].map((some) =>
      some.find((row) => idOf(row) === id),
    );
    const kept = pick({ ...place, row: id }, { base, mine, theirs });
    if (kept !== undefined) merged.set(id, kept);
  }
  // A row that was added here has no id until it is stored.
  return [...merged.values(), ...rows.mine.filter((row) => idOf(row) === undefined)];
}

/** The ids of both sides in the order of whoever moved rows: mine where I did, else theirs. */
function orderOf({ base, mine, theirs }: Rows): RowId[] {
  const [was, my, their] = [base, mine, theirs].map((rows) => rows.flatMap((row) => idOf(row) ?? []));
  const among = (ids: readonly RowId[] = [], others: readonly RowId[] = []) => ids.filter((id) => others.includes(id));
  const moved = !isSame(among(my, was), among(was, my));
  return [...new Set([...((moved ? my : their) ?? []), ...((moved ? their : my) ?? [])])];
}

function idOf({ id }: Row): RowId | undefined {
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function isRows(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));
}

function namesIn(one: object, other: object): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}

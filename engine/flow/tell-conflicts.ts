import type { CompiledScreen, Pointer } from '../document/document.ts';
import { flagChoices, flagsOf } from '../document/flags.ts';
import { pointerOf } from '../document/pointer.ts';
import { fieldOrder } from '../document/schema.ts';
import { propertyOf, summaryOf, wordsOf, type SummaryCell, type SummaryItem } from './summary.ts';
import { conflictsOf, type Conflict, type Versions } from './three-way.ts';

/** A version of a field: absent where nothing was given, or where the row does not exist. */
export interface ToldVersion {
  item?: SummaryItem;
  /** Of a row: its cells, by the columns of the list. */
  cells?: readonly SummaryCell[];
}

/** A conflict in the words of the form. */
export interface ToldConflict {
  /** What one choice decides: several flags may be told as one field. */
  pointers: Pointer[];
  label: string;
  columns: readonly string[];
  isRow: boolean;
  base: ToldVersion;
  mine: ToldVersion;
  theirs: ToldVersion;
}

/** The conflicts in the order of the forms. `several`: the field's step is named too. */
export function tellConflicts(screens: readonly CompiledScreen[], versions: Versions): ToldConflict[] {
  const several = screens.filter(({ document }) => document.schema !== undefined).length > 1;
  const told = new Map<string, ToldConflict>();
  const conflicts = conflictsOf(versions);
  for (const screen of screens) {
    const own = conflicts.filter((conflict) => conflict.screen === screen.id);
    for (const conflict of own.toSorted((a, b) => placeOf(screen, a) - placeOf(screen, b))) {
      const shown = shownPointer(screen, conflict);
      const key = conflict.row === undefined ? `${screen.id}${shown}` : conflict.pointer;
      const known = told.get(key);
      if (known) known.pointers.push(conflict.pointer);
      else told.set(key, tell(screen, versions, conflict, shown, several));
    }
  }
  return [...told.values()];
}

function tell(
  screen: CompiledScreen,
  versions: Versions,
  conflict: Conflict,
  shown: Pointer,
  several: boolean,
): ToldConflict {
  const { pointer, row } = conflict;
  const [base, mine, theirs] = (['base', 'mine', 'theirs'] as const).map((side) =>
    toldVersion(screen, versions[side], conflict, side, shown),
  ) as [ToldVersion, ToldVersion, ToldVersion];
  const title = propertyOf(screen.document.schema, shown)?.title ?? conflict.field;
  const named = row === undefined ? undefined : [mine, theirs, base].map(firstCell).find(Boolean);
  const field = named === undefined ? title : `${title}: ${named}`;
  const list = [mine, theirs, base].find(({ item }) => item?.table)?.item;
  return {
    pointers: [pointer],
    label: several && title !== screen.document.title ? `${screen.document.title}: ${field}` : field,
    columns: list?.table?.columns ?? [],
    isRow: row !== undefined,
    base,
    mine,
    theirs,
  };
}

function toldVersion(
  screen: CompiledScreen,
  answers: Versions['base'],
  conflict: Conflict,
  side: 'base' | 'mine' | 'theirs',
  shown: Pointer,
): ToldVersion {
  const { field, row } = conflict;
  const value = conflict[side];
  if (value === undefined) return {};
  // Only the row, so that its cells are known by their place.
  const data = row === undefined ? answers[screen.id] : { ...answers[screen.id], [field]: [value] };
  const [section] = summaryOf([screen], { [screen.id]: data ?? {} });
  const item = section?.items.find(({ pointer }) => pointer === shown);
  if (row !== undefined) return { ...(item && { item }), cells: item?.table?.rows[0] ?? [] };
  if (item) return { item };
  const schema = propertyOf(screen.document.schema, pointerOf([field])) ?? {};
  return { item: { pointer: shown, label: field, text: wordsOf(value, schema, {}) } };
}

function firstCell({ cells = [] }: ToldVersion): string | undefined {
  return cells.find(({ text }) => text !== '')?.text;
}

/** Where the form asks for the field: a flag is asked by the choice that writes it. */
function shownPointer({ document: { ui = {} } }: CompiledScreen, { field }: Conflict): Pointer {
  const own = pointerOf([field]);
  const choice = Object.entries(ui).find(([, part]) => flagsOf(flagChoices(part) ?? []).includes(own));
  return choice ? pointerOf([choice[0]]) : own;
}

function placeOf(screen: CompiledScreen, conflict: Conflict): number {
  const place = fieldOrder(screen.document).findIndex((name) => pointerOf([name]) === shownPointer(screen, conflict));
  return place < 0 ? Number.MAX_SAFE_INTEGER : place;
}

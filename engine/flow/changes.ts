import type { CompiledScreen, Pointer } from '../document/document.ts';
import { flagChoices, flagsOf } from '../document/flags.ts';
import { valueAt } from '../document/pointer.ts';
import type { Answers } from './flow.ts';
import { isSame } from './same.ts';
import { propertyOf, summaryOf, type SummaryCell, type SummaryItem } from './summary.ts';

/** One answer that differs from what is stored. */
export interface Change {
  screen: string;
  /** Of the screen. */
  title: string;
  pointer: Pointer;
  label: string;
  /** As it is stored, and as it is now; absent where nothing was given. */
  before?: SummaryItem;
  after?: SummaryItem;
  /** Of a table: the rows that differ, those that left before those that came. */
  rows?: RowChange[];
}

export interface RowChange {
  /** Absent for a row that is new. */
  before?: readonly SummaryCell[];
  /** Absent for a row that was removed. */
  after?: readonly SummaryCell[];
}

type AllAnswers = Readonly<Record<string, Answers>>;

/** What of these screens differs from what is stored, in the order of their forms and in the words of the summary. */
export function changesOf(screens: readonly CompiledScreen[], stored: AllAnswers, answers: AllAnswers): Change[] {
  const before = summaryOf(screens, stored);
  return summaryOf(screens, answers).flatMap(({ screen, title, items }, index) => {
    const compiled = screens.find(({ id }) => id === screen);
    const old = before[index]?.items ?? [];
    const pointers = [...new Set([...items, ...old].map(({ pointer }) => pointer))];
    return pointers.flatMap((pointer) => {
      const name = pointer.slice(1);
      // Several flags may be told as one choice.
      const flags = flagsOf(flagChoices(compiled?.document.ui?.[name]) ?? []);
      const told = flags.length === 0 ? [pointer] : flags;
      const isKept = told.every((at) => {
        // What a form fills in by itself is no change.
        const byItself = compiled && propertyOf(compiled.document.schema, at)?.default;
        return isSame(valueAt(stored[screen], at) ?? byItself, valueAt(answers[screen], at) ?? byItself);
      });
      if (isKept) return [];
      const [from, to] = [old, items].map((all) => all.find((item) => item.pointer === pointer));
      return [{ screen, title, pointer, label: (to ?? from)?.label ?? name, ...changed(from, to) }];
    });
  });
}

function changed(before: SummaryItem | undefined, after: SummaryItem | undefined): Partial<Change> {
  const rows = before?.table || after?.table ? rowChanges(before?.table?.rows ?? [], after?.table?.rows ?? []) : [];
  return {
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(rows.length === 0 ? {} : { rows }),
  };
}

/** Rows that stand on one side alone, paired by their first cell: the name that a row goes by. */
function rowChanges(before: readonly SummaryCell[][], after: readonly SummaryCell[][]): RowChange[] {
  const left = before.filter((row) => !after.some((other) => isSame(row, other)));
  const come = after.filter((row) => !before.some((other) => isSame(row, other)));
  const changes: RowChange[] = left.map((row) => {
    const at = come.findIndex((other) => isSame(other[0], row[0]));
    const [same] = at < 0 ? [] : come.splice(at, 1);
    return same === undefined ? { before: row } : { before: row, after: same };
  });
  return [...changes, ...come.map((row) => ({ after: row }))];
}

import { isDeepStrictEqual } from 'node:util';
import type { CompiledScreen, Pointer } from '#engine/document/document.ts';
import { segmentsOf } from '#engine/document/pointer.ts';
import { isSchema } from '#engine/document/schema.ts';
import type { Answers } from '#engine/flow/flow.ts';
import type { RowsAnswer } from '#engine/rows/selection.ts';
import { fieldSchema } from '../field-schemas.ts';
import { standingAnswers } from '../generator/standing.ts';

/** As JSON carries it. */
export function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
}

/** A person gives new rows no id: those of the rows that stand are kept, as the form does. */
export function withoutNewIds(data: Answers, standing: Answers): Answers {
  const rowsOf = (name: string) => (Array.isArray(standing[name]) ? (standing[name] as Answers[]) : []);
  const entries = Object.entries(data).map(([name, value]) => {
    if (!Array.isArray(value) || !value.every((row) => typeof row === 'object' && row !== null)) return [name, value];
    const rows = (value as Answers[]).map((row, index) => {
      const told = Object.entries(row).filter(([field]) => field !== 'id');
      const id = rowsOf(name)[index]?.['id'];
      return Object.fromEntries(id === undefined ? told : [['id', id], ...told]);
    });
    return [name, rows];
  });
  return Object.fromEntries(entries) as Answers;
}

/** Boxes that were ticked, and tables, can be emptied, and not be left unanswered again; so can the changes of rows, and a switch is off. */
export function withEmptied(screen: CompiledScreen, data: Answers, standing: Answers): Answers {
  const { ui } = screen.document;
  const isEmptied = (name: string) =>
    isSchema(ui?.[name]) &&
    (ui[name]['ui:widget'] === 'checkboxes' || fieldSchema(screen.document, `/${name}`).item !== undefined) &&
    Array.isArray(standing[name]) &&
    data[name] === undefined;
  const isUndone = (name: string) => changesOf(standing[name]) !== undefined && changesOf(data[name]) === undefined;
  const isOff = (name: string) =>
    isSchema(ui?.[name]) &&
    ui[name]['ui:widget'] === 'switch' &&
    typeof standing[name] === 'boolean' &&
    data[name] === undefined;
  const names = Object.keys(standing);
  const left = (wanted: (name: string) => boolean, value: unknown) =>
    names.filter(wanted).map((name): [string, unknown] => [name, value]);
  const given = [...left(isEmptied, []), ...left(isOff, false)];
  // Of what does not stand on the form any more nothing is left.
  const shown = standingAnswers(screen, { ...data, ...Object.fromEntries(given) });
  const emptied = given.filter(([name]) => name in shown);
  const undone = names
    .filter((name) => data[name] !== undefined && isUndone(name))
    .map((name) => [name, { ...(data[name] as RowsAnswer), changes: [] }]);
  return { ...data, ...Object.fromEntries([...emptied, ...undone]) };
}

function changesOf(answer: unknown): RowsAnswer['changes'] {
  return isRows(answer) ? answer.changes : undefined;
}

function isRows(answer: unknown): answer is RowsAnswer {
  return typeof answer === 'object' && answer !== null && 'selected' in answer;
}

/** Sorts ticked boxes as the form lists them, since it reports them so; boxes that nobody changes keep their order. */
export function asTicked({ document }: CompiledScreen, data: Answers, standing: Answers): Answers {
  const { ui } = document;
  const entries = Object.entries(data).map(([name, value]): [string, unknown] => {
    if (!isSchema(ui?.[name]) || ui[name]['ui:widget'] !== 'checkboxes' || !Array.isArray(value)) return [name, value];
    const [ticked, before]: Set<unknown>[] = [new Set(value), new Set((standing[name] ?? []) as unknown[])];
    if (isDeepStrictEqual(ticked, before)) return [name, standing[name]];
    const offered = [...fieldSchema(document, `/${name}`).labels.keys()];
    return [name, [...offered.filter((one) => value.includes(one)), ...value.filter((one) => !offered.includes(one))]];
  });
  return Object.fromEntries(entries);
}

/** A field of a code leaves out the blanks that a person types or pastes between its groups, one with a format those around it. */
export function withoutIdleBlanks({ document }: CompiledScreen, data: Answers): Answers {
  const { ui } = document;
  const isCode = (name: string) => isSchema(ui?.[name]) && ui[name]['ui:widget'] === 'code';
  const told = (value: unknown, pointer: Pointer): unknown => {
    if (Array.isArray(value)) return value.map((one, index) => told(one, `${pointer}/${index}`));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, told(one, `${pointer}/${name}`)]));
    if (typeof value !== 'string') return value;
    if (isCode(pointer.slice(1))) return value.replaceAll(/\s/g, '');
    return fieldSchema(document, pointer).schema.format === undefined ? value : value.trim();
  };
  return told(data, '') as Answers;
}

/** What the server there needs, but for the field whose bound is tried. `given`: the answers that try it. */
export function whileTrying(
  screen: CompiledScreen | undefined,
  tried: string,
  given: Answers,
  wanted: Answers,
): Answers {
  // A list of the server offers nothing else.
  const value = partOf(screen, tried)?.source === undefined ? given[tried] : wanted[tried];
  // Nothing can be chosen of what was not chosen, nor of what depends on it.
  const isOpen = (field: string): boolean => {
    const { dependsOn } = partOf(screen, field) ?? {};
    const [before] = dependsOn === undefined ? [] : segmentsOf(dependsOn);
    return before === undefined || (before === tried ? tried in given : isOpen(before));
  };
  const others = Object.entries(wanted).filter(([field]) => field !== tried && isOpen(field));
  return { ...Object.fromEntries(others), ...(tried in given && { [tried]: value }) };
}

/** Where the choices of a field come from: a list of the server, and the field whose value says which. */
function partOf(
  screen: CompiledScreen | undefined,
  field: string,
): { source?: string; dependsOn?: string } | undefined {
  const part = screen?.document.ui?.[field] as { 'ui:options'?: { source?: string; dependsOn?: string } } | undefined;
  return part?.['ui:options'];
}

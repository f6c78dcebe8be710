import type { CompiledScreen, Pointer, ScreenDocument } from '../document/document.ts';
import { chosenFlag, flagChoices, flagsOf } from '../document/flags.ts';
import { pointerOf, valueAt } from '../document/pointer.ts';
import { fieldOrder, isSchema, subschemas, type Schema } from '../document/schema.ts';
import { sentence, type SentenceTemplate } from '../document/sentence.ts';
import { bytesInWords, readChosenFile } from '../vocabulary/chosen-file.ts';
import type { Answers } from './flow.ts';
import { dependedAnswer } from './depended.ts';
import { durationWords } from './duration.ts';
import type { StepView } from './step-view.ts';
import type { Screens } from './view.ts';

/** One screen's answers as a summary tells them. */
export interface SummarySection {
  screen: string;
  title: string;
  items: SummaryItem[];
}

export interface SummaryItem {
  pointer: Pointer;
  label: string;
  /** The value in words; absent when nothing was answered. */
  text?: string;
  /** To be shown on demand only. */
  secret?: true;
  /** The text is a date, or an instant, to be told in the viewer's language and zone. */
  moment?: 'date' | 'date-time';
  /** The value is an option of a named source and its label is known there. */
  option?: { source: string; value: string | number; dependsOn?: unknown };
  /** Rows of an array of objects. */
  table?: { columns: string[]; rows: SummaryCell[][] };
}

export interface SummaryCell {
  text: string;
  secret?: true;
  /** Options of a named source, whose labels are known there. */
  options?: { source: string; values: readonly unknown[] };
}

const YES = 'Yes';
const NO = 'No';
const STORED = 'Stored, not shown';

/**
 * What the screens asked and what was answered, in the order of their forms: made from the schemas alone. Fields that
 * stand in a branch and were not answered are left out; the others are told as empty.
 */
export function summaryOf(
  screens: readonly CompiledScreen[],
  answers: Readonly<Record<string, Answers>>,
): SummarySection[] {
  return screens
    .filter(({ document }) => document.schema !== undefined)
    .map((screen) => ({
      screen: screen.id,
      title: screen.document.title,
      items: itemsOf(screen, answers[screen.id] ?? {}, answers),
    }));
}

/** The summary that this view's screen shows: of the steps it names, or of all before it, those that the flow takes. */
export function summaryOfView(view: StepView, screens: Screens): SummarySection[] {
  const steps = view.steps.map(({ id }) => id);
  const asked = screens[view.screen]?.document.of ?? steps.slice(0, Math.max(view.position - 1, 0));
  const told = asked.filter((id) => steps.includes(id)).flatMap((id) => screens[id] ?? []);
  return summaryOf(told, view.answers);
}

type FlowAnswers = Readonly<Record<string, Answers>>;

function itemsOf({ document }: CompiledScreen, data: Answers, answers: FlowAnswers): SummaryItem[] {
  return fieldOrder(document).flatMap((name) => itemOf(document, name, data, answers) ?? []);
}

/** One field of a screen with its answer; undefined where the screen neither shows it nor has an answer in a branch. */
export function itemOf(
  document: ScreenDocument,
  name: string,
  data: Answers,
  answers: FlowAnswers = {},
): SummaryItem | undefined {
  const pointer = pointerOf([name]);
  const schema = propertyOf(document.schema, pointer);
  const ui = partOf(document.ui, name);
  if (schema === undefined || ui['ui:widget'] === 'hidden') return undefined;
  const always = document.schema?.properties?.[name] !== undefined;
  const value = data[name];
  const label = schema.title ?? name;
  const flags = flagChoices(ui);
  if (flags !== undefined) {
    const answered = always || flagsOf(flags).some((flag) => valueAt(data, flag) !== undefined);
    const chosen = answered ? chosenFlag(flags, data) : undefined;
    return chosen && { pointer, label, text: chosen.title };
  }
  if (isEmpty(value)) {
    if (schema.writeOnly === true && data[`${name}Set`] === true) return { pointer, label, text: STORED };
    return always ? { pointer, label } : undefined;
  }
  return { pointer, label, ...contentOf(value, schema, ui, data, answers) };
}

function contentOf(
  value: unknown,
  schema: Schema,
  ui: Record<string, unknown>,
  data: Answers,
  answers: FlowAnswers,
): Partial<SummaryItem> {
  if (Array.isArray(value) && isSchema(schema.items) && schema.items.properties !== undefined) {
    const table = tableOf(value, schema.items, ui, data);
    return table.rows.length === 0 ? {} : { table };
  }
  const options = partOf(ui, 'ui:options');
  if (typeof options['source'] === 'string' && (typeof value === 'number' || typeof value === 'string')) {
    const dependsOn =
      typeof options['dependsOn'] === 'string'
        ? { dependsOn: dependedAnswer(options['dependsOn'], data, answers) }
        : {};
    return { option: { source: options['source'], value, ...dependsOn } };
  }
  const { format, writeOnly } = schema;
  return {
    text: wordsOf(value, schema, ui),
    ...(writeOnly === true ? { secret: true } : {}),
    ...(typeof value === 'string' && (format === 'date' || format === 'date-time') ? { moment: format } : {}),
  };
}

interface Column {
  field?: string;
  title?: string;
  template?: SentenceTemplate;
  hideWhen?: unknown;
  /** The flag of the screen that the column stands for. */
  when?: Pointer;
}

function tableOf(
  rows: readonly unknown[],
  item: Schema,
  ui: Record<string, unknown>,
  data: Answers,
): { columns: string[]; rows: SummaryCell[][] } {
  const itemUi = partOf(ui, 'items');
  const given = partOf(ui, 'ui:options')['columns'];
  const shown = Object.keys(item.properties ?? {}).filter((name) => partOf(itemUi, name)['ui:widget'] !== 'hidden');
  const columns: Column[] = Array.isArray(given)
    ? (given as Column[]).filter(({ when }) => when === undefined || valueAt(data, when) === true)
    : shown.map((field) => ({ field }));
  return {
    columns: columns.map(
      ({ title, field }) => title ?? (field === undefined ? '' : (propertyOf(item, `/${field}`)?.title ?? field)),
    ),
    rows: rows
      .filter((row): row is Record<string, unknown> => isSchema(row) && !Object.values(row).every(isEmpty))
      .map((row) => columns.map((column) => cellOf(column, row, item, itemUi))),
  };
}

function cellOf(
  column: Column,
  row: Record<string, unknown>,
  item: Schema,
  itemUi: Record<string, unknown>,
): SummaryCell {
  if (column.template !== undefined) return { text: fillTemplate(column.template, row, item) };
  const field = column.field ?? '';
  const schema = propertyOf(item, pointerOf([field]));
  const value = row[field];
  if (schema === undefined || isEmpty(value) || value === column.hideWhen) return { text: '' };
  const source = partOf(partOf(itemUi, field), 'ui:options')['source'];
  return {
    text: wordsOf(value, schema, partOf(itemUi, field)),
    ...(typeof source === 'string' && Array.isArray(value) ? { options: { source, values: value } } : {}),
    ...(schema.writeOnly === true ? { secret: true } : {}),
  };
}

/** The generated sentence of a row (F08-31), its values in words. */
export function fillTemplate(template: SentenceTemplate, row: Readonly<Record<string, unknown>>, item: Schema): string {
  return sentence(template, row, (name, value, first) => {
    const words = wordsOf(value, propertyOf(item, pointerOf([name])) ?? {}, {});
    return first ? words : withinSentence(words);
  });
}

/** "Closed" stands as "closed" in the middle of a sentence; MX stays MX. */
function withinSentence(words: string): string {
  return /^[A-Z][a-z]/.test(words) ? words.slice(0, 1).toLowerCase() + words.slice(1) : words;
}

/** A value as people read it: the title of a choice, Yes or No, a duration, a number with its unit. */
export function wordsOf(value: unknown, schema: Schema, ui: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(value)) {
    const item = isSchema(schema.items) ? schema.items : {};
    return value.map((one) => wordsOf(one, item, {})).join(', ');
  }
  if (typeof value === 'boolean') return value ? YES : NO;
  const choice = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].find((one) => isSchema(one) && one.const === value);
  if (isSchema(choice) && choice.title !== undefined) return choice.title;
  if (typeof value === 'number' && ui['ui:widget'] === 'duration') return durationWords(value);
  const file = schema.format === 'chosen-file' ? readChosenFile(value) : undefined;
  if (file !== undefined) return `${file.name} (${bytesInWords(file.size)})`;
  const suffix = partOf(ui, 'ui:options')['suffix'];
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return typeof suffix === 'string' ? `${text} ${suffix}` : text;
}

/** The property wherever it stands, branches included; what several say of it together, the first of them winning. */
export function propertyOf(root: Schema | undefined, pointer: Pointer): Schema | undefined {
  if (root === undefined) return undefined;
  // Asked for every cell of a table, and a walk through the whole schema each time.
  const known = properties.get(root) ?? new Map<Pointer, Schema | undefined>();
  properties.set(root, known);
  if (!known.has(pointer)) known.set(pointer, findProperty(root, pointer));
  return known.get(pointer);
}

const properties = new WeakMap<Schema, Map<Pointer, Schema | undefined>>();

function findProperty(root: Schema, pointer: Pointer): Schema | undefined {
  const found = [...subschemas(root)].filter((visit) => visit.pointer === pointer && isTold(visit.schema, visit.at));
  return found.length === 0
    ? undefined
    : (Object.assign({}, ...found.map((visit) => visit.schema).toReversed()) as Schema);
}

// Inside `if` and `not` a property is asked about, not described.
function isTold(schema: Schema, at: Pointer): boolean {
  return !/\/(?:if|not)(?:\/|$)/.test(at) && (schema.title !== undefined || schema.type !== undefined);
}

function partOf(ui: Readonly<Record<string, unknown>> | undefined, name: string): Record<string, unknown> {
  const part = ui?.[name];
  return isSchema(part) ? part : {};
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

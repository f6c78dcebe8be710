// What the value of one field is in a case, for words that never name a pointer and stay short.
import type { Test } from '../document/conditions.ts';
import type { Pointer, ScreenDocument } from '../document/document.ts';
import { segmentsOf, pointerOf, valueAt, withoutIndexes } from '../document/pointer.ts';
import { flagsWritten } from '../document/flags.ts';
import { isNamedValue, isSchema, subschemas, type Schema } from '../document/schema.ts';
import type { Answers } from '../flow/flow.ts';
import { propertyOf, wordsOf } from '../flow/summary.ts';
import { readChosenFile } from '../vocabulary/chosen-file.ts';
import { characters } from '../vocabulary/runtime.ts';
import type { Boundary } from './boundaries.ts';

export type Told =
  | { kind: 'characters' | 'items' | 'bytes'; count: number }
  | { kind: 'value'; text: string }
  | { kind: 'empty' | 'blank' | 'format' | 'noChoice' | 'repeated' | 'notSame' | 'same' | 'early' | 'past' };

const LONGEST = 40;

const brokenRules: Readonly<Record<string, Told>> = {
  required: { kind: 'empty' },
  notBlank: { kind: 'blank' },
  pattern: { kind: 'format' },
  format: { kind: 'format' },
  enum: { kind: 'noChoice' },
  uniqueBy: { kind: 'repeated' },
  sameAs: { kind: 'notSame' },
  differsFrom: { kind: 'same' },
  after: { kind: 'early' },
  inFuture: { kind: 'past' },
};
/** Rules that say nothing of a value: every example keeps them. */
const plain = new Set(['required', 'notBlank', 'pattern', 'format', 'sameAs', 'differsFrom', 'after', 'inFuture']);
const sized = new Set(['minFileSize', 'maxFileSize']);
const counted = new Set(['minLength', 'maxLength']);

export function isPlain(keyword: string): boolean {
  return plain.has(keyword);
}

/** What the field of a bound is in the answers that were made for it. */
export function told(
  document: ScreenDocument,
  { pointer, keyword, at }: Pick<Boundary, 'pointer' | 'keyword' | 'at'>,
  data: Answers,
  isInside: boolean,
): Told {
  const broken = isInside ? undefined : brokenRules[keyword];
  if (broken !== undefined) return broken;
  const value = valueAt(data, pointer.replaceAll('/*', '/0'));
  const file = sized.has(keyword) ? readChosenFile(value) : undefined;
  if (file !== undefined) return { kind: 'bytes', count: file.size };
  if (counted.has(keyword) && typeof value === 'string' && value !== '')
    return { kind: 'characters', count: characters(value) };
  return toldValue(value, schemaAt(document, pointer, at), uiAt(document, pointer));
}

function toldValue(value: unknown, schema: Schema, ui: Record<string, unknown>): Told {
  if (value === undefined || value === null || value === '') return { kind: 'empty' };
  if (Array.isArray(value)) return value.length === 0 ? { kind: 'empty' } : { kind: 'items', count: value.length };
  // A duration is a whole number of at least 0: any other number is shown as digits.
  const isOdd = typeof value === 'number' && (value < 0 || !Number.isInteger(value));
  const text = isOdd ? String(value) : wordsOf(value, schema, ui);
  return { kind: 'value', text: shortened(text) };
}

function shortened(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).trimEnd()}…`;
}

/** `HTTP headers › Name`: the titles of the field and of the fields around it; its property name where none has a title. */
export function labelAt({ schema }: ScreenDocument, pointer: Pointer, at?: Pointer): string {
  const segments = segmentsOf(withoutIndexes(pointer));
  const titles = segments.map((segment, index) => {
    const isLast = index === segments.length - 1;
    // A field may be declared with another title for each condition.
    const own = isLast && at !== undefined ? titleIn(schema, at, segment) : undefined;
    return own ?? titlesOf(schema).get(pointerOf(segments.slice(0, index + 1)));
  });
  const said = [...new Set(titles.flatMap((title) => title ?? []))];
  return said.length === 0 ? (segments.findLast((segment) => segment !== '*') ?? '') : said.join(' › ');
}

/** Whether the form has a title for each field that the tests ask about. It has none for values that the flow was given. */
export function areTold({ schema, given }: ScreenDocument, tests: readonly Test[]): boolean {
  const titles = titlesOf(schema);
  return tests.every(
    (test) => test.kind === 'other' || (given?.includes(test.field) !== true && titles.has(pointerOf([test.field]))),
  );
}

const known = new WeakMap<Schema, ReadonlyMap<Pointer, string>>();

/** By pointer the first title, branches included; what a condition or an option says is no title of the field. */
function titlesOf(root: Schema | undefined): ReadonlyMap<Pointer, string> {
  if (root === undefined) return new Map();
  const titles = known.get(root) ?? findTitles(root);
  known.set(root, titles);
  return titles;
}

function findTitles(root: Schema): Map<Pointer, string> {
  const titles = new Map<Pointer, string>();
  for (const { schema, at, pointer } of subschemas(root)) {
    const { title = '' } = schema;
    const isAsked = /\/(?:if|not)(?:\/|$)/.test(at);
    if (title !== '' && !isAsked && !isNamedValue(schema) && !titles.has(pointer)) titles.set(pointer, title);
  }
  return titles;
}

/** Of the schema there, or of the property that it requires. */
function titleIn(schema: Schema | undefined, at: Pointer, name: string): string | undefined {
  const here = valueAt(schema, at);
  if (!isSchema(here)) return undefined;
  const property = here.properties?.[name];
  return isSchema(property)
    ? property.title
    : at.endsWith(pointerOf([name])) && !isNamedValue(here)
      ? here.title
      : undefined;
}

function schemaAt({ schema }: ScreenDocument, pointer: Pointer, at: Pointer): Schema {
  const own = valueAt(schema, at);
  return { ...propertyOf(schema, pointer), ...(isSchema(own) && own) };
}

function uiAt({ ui }: ScreenDocument, pointer: Pointer): Record<string, unknown> {
  const path = segmentsOf(pointer).map((segment) => (segment === '*' ? 'items' : segment));
  const part = valueAt(ui, pointerOf(path));
  return isSchema(part) ? part : {};
}

/** Whether the form has a field there: what is hidden has none, as what the flow was given. */
export function isShown({ ui }: ScreenDocument, pointer: Pointer): boolean {
  const [name = ''] = segmentsOf(pointer);
  const part = ui?.[name];
  return !(isSchema(part) && part['ui:widget'] === 'hidden') || flagsWritten(ui).has(pointerOf([name]));
}

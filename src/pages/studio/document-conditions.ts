// Under which condition a screen asks a field. Each change gives a new document.
import type { Test } from '#engine/document/conditions.ts';
import type { Pointer, ScreenDocument } from '#engine/document/document.ts';
import { segmentsOf, valueAt } from '#engine/document/pointer.ts';
import { fieldOrder, isSchema, subschemas, type Schema } from '#engine/document/schema.ts';
import { equal } from '#engine/vocabulary/runtime.ts';
import { placeValue } from '#screens/form/place-value.ts';
import { examplesUnder, examplesWithValue } from './document-examples.ts';
import { branchAt, fieldOf, fieldsOf, type DocumentField, type FieldAt, type Option } from './document-fields.ts';

/** The field is asked only while another one has one of these values. */
export interface Condition {
  field: string;
  values: readonly Option['value'][];
}

/** A condition as a person reads it: titles in place of names and values; yes or no as it is. */
export type SaidTest =
  | { kind: 'is' | 'isNot'; field: string; values: readonly (string | boolean)[] }
  | { kind: 'given' | 'notGiven'; field: string }
  | { kind: 'other' };

export function saidTests(document: ScreenDocument, tests: readonly Test[]): SaidTest[] {
  const fields = fieldsOf(document);
  return tests.map((test): SaidTest => {
    if (test.kind === 'other') return test;
    const named = fields.filter(({ name }) => name === test.field);
    const field = named[0]?.title ?? test.field;
    if (!('values' in test)) return { ...test, field };
    const options = named.flatMap((one) => one.options);
    const said = (value: unknown) =>
      typeof value === 'boolean' ? value : (options.find((one) => one.value === value)?.title ?? String(value));
    return { ...test, field, values: test.values.map(said) };
  });
}

/** Whether the field has one declaration and nothing else of the schema speaks of it, so that its condition can be another one. */
export function isConditionChangeable(document: ScreenDocument, { name, at }: FieldAt): boolean {
  const isCondition = /\/(?:if|not)(?:\/|$)/;
  const branch = branchAt({ at });
  const parts = [...subschemas(document.schema)].filter((visit) => visit.pointer === '' && !isCondition.test(visit.at));
  const isAlone = parts.every(
    ({ schema, at: here }) =>
      !Object.entries(schema.dependencies ?? {}).some(([key, needed]) => [key, needed].flat().includes(name)) &&
      (here === branch || (schema.properties?.[name] === undefined && !schema.required?.includes(name))),
  );
  return isAlone && (branch === '' || /^\/allOf\/\d+\/(?:then|else)$/.test(branch));
}

/** The fields by which a condition may decide: choices with a list of their own, and yes or no, where they do not wait for this field. */
export function decidingFields(document: ScreenDocument, { name }: FieldAt): DocumentField[] {
  const fields = fieldsOf(document);
  const waitsFor = (one: string, seen: readonly string[] = []): boolean =>
    one === name ||
    (!seen.includes(one) &&
      fields.some(
        (field) =>
          field.name === one &&
          field.tests.some((test) => test.kind !== 'other' && waitsFor(test.field, [...seen, one])),
      ));
  return fields.filter(
    (field) =>
      (field.kind === 'yesNo' || (field.kind === 'choice' && field.options.length > 0)) &&
      field.widget.shown !== 'hidden' &&
      field.tests.every(({ kind }) => kind === 'is') &&
      fields.filter((other) => other.name === field.name).length === 1 &&
      !waitsFor(field.name),
  );
}

/** What a person chose, apart from what the deciding field itself waits for; undefined for every other condition. */
export function conditionOf(document: ScreenDocument, { tests }: Pick<DocumentField, 'tests'>): Condition | undefined {
  const fields = fieldsOf(document);
  for (const test of tests) {
    if (test.kind !== 'is') return undefined;
    const above = fields.find(({ name }) => name === test.field)?.tests;
    const rest = tests.filter((one) => one !== test);
    if (above !== undefined && above.length === rest.length && rest.every((one) => above.some((up) => equal(one, up))))
      return { field: test.field, values: test.values as Option['value'][] };
  }
  return undefined;
}

/** The titles of the fields that wait for this one. */
export function waitingFor(document: ScreenDocument, { name }: FieldAt): string[] {
  return waitingFields(document, [name]).map(({ title }) => title);
}

const waitingFields = (document: ScreenDocument, names: readonly string[]): DocumentField[] =>
  fieldsOf(document).filter(({ tests }) => tests.some((test) => test.kind !== 'other' && names.includes(test.field)));

/** The field, what waits for it, and what waits for that. */
function unaskedWithout(document: ScreenDocument, names: readonly string[]): readonly string[] {
  const all = [...new Set([...names, ...waitingFields(document, names).map(({ name }) => name)])];
  return all.length === names.length ? all : unaskedWithout(document, all);
}

/**
 * Asks the field only under the condition, or always without one. Whether it is required there moves with it, its place in the form
 * stays, and examples follow.
 */
export function withCondition(
  document: ScreenDocument,
  field: FieldAt,
  condition: Condition | undefined,
): { document: ScreenDocument; field: FieldAt } {
  if (fieldOf(document, field) === undefined || !isConditionChangeable(document, field)) return { document, field };
  const always = asked(document, field);
  if (condition === undefined) return { document: inOrderOf(document, always.document), field: always.field };
  const under = askedUnder(always.document, always.field, condition);
  return { document: inOrderOf(document, under.document), field: under.field };
}

function asked(document: ScreenDocument, field: FieldAt): { document: ScreenDocument; field: FieldAt } {
  const schema = fieldOf(document, field);
  if (branchAt(field) === '' || schema === undefined) return { document, field };
  const to = { name: field.name, at: `/properties/${field.name}` };
  const taken = takenOut(document, field);
  const required = taken.isRequired ? [...(taken.document.schema?.required ?? []), field.name] : undefined;
  const placed = placeValue(taken.document, `/schema${to.at}`, schema);
  const whole = required === undefined ? placed : placeValue(placed, '/schema/required', required);
  const kept = withMovedTranslations(whole, taken.moved(field.at, to.at));
  const examples = taken.isRequired && kept.examples && examplesWithValue(kept.examples, field.name, schema);
  return { document: { ...kept, ...(examples && { examples }) }, field: to };
}

function askedUnder(document: ScreenDocument, field: FieldAt, condition: Condition) {
  const schema = fieldOf(document, field) as Schema;
  const { name } = field;
  const taken = takenOut(document, field);
  const tests = [
    ...(fieldsOf(document).find((one) => one.name === condition.field)?.tests ?? []),
    { ...condition, kind: 'is' as const },
  ];
  const conditional = conditionSchema(tests);
  const all = taken.document.schema?.allOf ?? [];
  const known = all.findIndex(
    (one) => isSchema(one) && equal(one.if, conditional) && isSchema(one.then) && one.else === undefined,
  );
  const index = known < 0 ? all.length : known;
  const before = known < 0 ? {} : ((all[known] as Schema).then as Schema);
  const then = {
    ...before,
    ...(taken.isRequired && { required: [...(before.required ?? []), name] }),
    properties: { ...before.properties, [name]: schema },
  };
  const to = { name, at: `/allOf/${index}/then/properties/${name}` };
  const allOf = known < 0 ? [...all, { if: conditional, then }] : all.with(known, { ...(all[known] as Schema), then });
  const placed = placeValue(taken.document, '/schema/allOf', allOf);
  const kept = withMovedTranslations(placed, taken.moved(field.at, to.at));
  const { examples } = kept;
  const follow =
    examples &&
    examplesUnder(examples, {
      name,
      schema,
      isRequired: taken.isRequired,
      tests,
      unasked: unaskedWithout(kept, [name]),
    });
  return { document: { ...kept, ...(follow && { examples: follow }) }, field: to };
}

/** As the documents of the folder write it: a condition holds only for an answer that is there. */
function conditionSchema(tests: readonly Test[]): Schema {
  const named = tests.flatMap((test) => (test.kind === 'is' ? [test] : []));
  const asks = ({ values }: { values: readonly unknown[] }) =>
    values.length === 1 ? { const: values[0] } : { enum: [...values] };
  return {
    required: named.map(({ field }) => field),
    properties: Object.fromEntries(named.map((test) => [test.field, asks(test)])),
  } as Schema;
}

/** The document without the declaration; a branch and a condition in which nothing is left go, too. */
function takenOut(document: ScreenDocument, field: FieldAt) {
  const branch = `/schema${branchAt(field)}`;
  const isRoot = branchAt(field) === '';
  const { properties, required, ...rest } = valueAt(document, branch) as Schema;
  const { [field.name]: _, ...others } = properties ?? {};
  const listed = (required ?? []).filter((one) => one !== field.name);
  const left = {
    ...rest,
    ...((isRoot ? required !== undefined : listed.length > 0) && { required: listed }),
    ...((isRoot || Object.keys(others).length > 0) && { properties: others }),
  };
  const isRequired = listed.length !== (required ?? []).length;
  const [, index = '', key = ''] = segmentsOf(branchAt(field));
  const rename = (from: Pointer, to: Pointer) => (pointer: Pointer) =>
    pointer.startsWith(`/schema${from}/`) ? `/schema${to}${pointer.slice(`/schema${from}`.length)}` : pointer;
  const stays = isRoot || Object.keys(left).length > 0;
  const entry = isRoot ? {} : (valueAt(document, `/schema/allOf/${index}`) as Schema);
  const other = entry[key === 'then' ? 'else' : 'then'];
  if (stays) return { document: placeValue(document, branch, left), isRequired, moved: rename };
  if (other !== undefined) return { document: placeValue(document, branch, undefined), isRequired, moved: rename };
  const allOf = (document.schema?.allOf ?? []).filter((_one, at) => at !== Number(index));
  const moved = (from: Pointer, to: Pointer) => (pointer: Pointer) => {
    const here = rename(from, to)(pointer);
    if (here !== pointer) return here;
    return pointer.replace(/^\/schema\/allOf\/(\d+)(?=\/)/, (said, at: string) =>
      Number(at) > Number(index) ? `/schema/allOf/${Number(at) - 1}` : said,
    );
  };
  return { document: placeValue(document, '/schema/allOf', allOf.length > 0 ? allOf : undefined), isRequired, moved };
}

function withMovedTranslations(document: ScreenDocument, moved: (pointer: Pointer) => Pointer): ScreenDocument {
  const { translations } = document;
  if (translations === undefined) return document;
  const next = Object.entries(translations).map(
    ([language, texts]) =>
      [language, Object.fromEntries(Object.entries(texts).map(([pointer, text]) => [moved(pointer), text]))] as const,
  );
  return { ...document, translations: Object.fromEntries(next) };
}

/** Fields of conditions stand below the others unless the document names the order. */
function inOrderOf(before: ScreenDocument, after: ScreenDocument): ScreenDocument {
  const order = fieldOrder(before);
  const isSame = equal(order, fieldOrder(after));
  if (isSame || (before as { parts?: unknown }).parts !== undefined) return after;
  return { ...after, ui: { ...after.ui, 'ui:order': [...order] } };
}

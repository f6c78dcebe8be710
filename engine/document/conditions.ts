import type { Pointer } from './document.ts';
import { pointerOf } from './pointer.ts';
import { isChoiceOfValues, isSchema, type Schema } from './schema.ts';

/** One thing that a condition asks. `other` is anything that names no values of a field. */
export type Test =
  | { kind: 'is' | 'isNot'; field: string; values: readonly unknown[] }
  | { kind: 'given' | 'notGiven'; field: string }
  | { kind: 'other' };

/** Where a schema declares a top-level field, and what has to hold for the field to be asked there. */
export interface FieldPlace {
  name: string;
  /** Of the declaration, within the schema of the screen: `/allOf/0/then/properties/port`. */
  at: Pointer;
  schema: Schema;
  /** All of them hold; none for a field that is always asked. */
  tests: readonly Test[];
}

/**
 * Every declaration of a top-level field. What a branch only narrows (a `const`, a `pattern` of a field that stands elsewhere) declares
 * nothing.
 */
export function* fieldPlaces(schema: unknown, at: Pointer = '', tests: readonly Test[] = []): Generator<FieldPlace> {
  if (!isSchema(schema)) return;
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    if (isSchema(field) && (tests.length === 0 || declares(field)))
      yield { name, at: at + pointerOf(['properties', name]), schema: field, tests };
  for (const [index, one] of (schema.allOf ?? []).entries()) yield* fieldPlaces(one, `${at}/allOf/${index}`, tests);
  if (isSchema(schema.if)) {
    const asked = testsOf(schema.if);
    yield* fieldPlaces(schema.then, `${at}/then`, [...tests, ...asked]);
    yield* fieldPlaces(schema.else, `${at}/else`, [...tests, negated(asked)]);
  }
  for (const [name, one] of Object.entries(schema.dependencies ?? {}))
    yield* fieldPlaces(one, at + pointerOf(['dependencies', name]), [...tests, { kind: 'given', field: name }]);
  for (const key of ['oneOf', 'anyOf'] as const) {
    if (isChoiceOfValues(schema[key])) continue;
    for (const [index, one] of (schema[key] ?? []).entries())
      yield* fieldPlaces(one, `${at}/${key}/${index}`, [...tests, ...branchTests(one)]);
  }
}

function declares({ type, title, $ref }: Schema): boolean {
  return type !== undefined || title !== undefined || $ref !== undefined;
}

/** What the `if` of a schema asks. */
export function testsOf({ properties = {}, required = [], not, ...others }: Schema): Test[] {
  const named = Object.entries(properties).map(([field, one]) => testOf(field, one));
  const given = required.filter((name) => properties[name] === undefined);
  return [
    ...named,
    ...given.map((field): Test => ({ kind: 'given', field })),
    ...(not === undefined ? [] : isSchema(not) ? [negated(testsOf(not))] : [{ kind: 'other' } as const]),
    ...(Object.keys(others).some((key) => key !== 'type') ? [{ kind: 'other' } as const] : []),
  ];
}

function testOf(field: string, schema: unknown): Test {
  if (!isSchema(schema)) return { kind: 'other' };
  const values = valuesOf(schema);
  if (values !== undefined) return { kind: 'is', field, values };
  const refused = isSchema(schema.not) ? valuesOf(schema.not) : undefined;
  return refused === undefined ? { kind: 'other' } : { kind: 'isNot', field, values: refused };
}

function valuesOf(schema: Schema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** That not all of them hold. */
export function negated(tests: readonly Test[]): Test {
  const [test, ...more] = tests;
  if (test === undefined || more.length > 0) return { kind: 'other' };
  switch (test.kind) {
    case 'is':
      return { ...test, kind: 'isNot' };
    case 'isNot':
      return { ...test, kind: 'is' };
    case 'given':
      return { ...test, kind: 'notGiven' };
    case 'notGiven':
      return { ...test, kind: 'given' };
    case 'other':
      return test;
  }
}

/** A branch of a choice of shapes is the one whose fields have the values that it names. */
function branchTests(branch: unknown): Test[] {
  const named = isSchema(branch) ? testsOf({ properties: branch.properties ?? {} }) : [];
  const values = named.filter(({ kind }) => kind === 'is');
  return values.length === 0 ? [{ kind: 'other' }] : values;
}

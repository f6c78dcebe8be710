import type { JSONSchema7 } from 'json-schema';
import type { Pointer, ScreenDocument } from './document.ts';
import { pointerOf, valueAt } from './pointer.ts';

export type Schema = JSONSchema7 & Record<string, unknown>;

/** A schema inside a schema: `at` is where it stands, `pointer` the data it speaks of (items as `*`). */
export interface Visit {
  schema: Schema;
  at: Pointer;
  pointer: Pointer;
}

const SAME_VALUE = ['not', 'if', 'then', 'else'] as const;
const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const ITEMS = ['items', 'additionalItems', 'contains', 'additionalProperties'] as const;

/** Every schema within, itself first, each before what it holds. `propertyNames` speaks of no value and is left out. */
export function* subschemas(schema: unknown, at: Pointer = '', pointer: Pointer = ''): Generator<Visit> {
  if (!isSchema(schema)) return;
  yield { schema, at, pointer };
  for (const [name, property] of entries(schema.properties)) {
    yield* subschemas(property, at + pointerOf(['properties', name]), pointer + pointerOf([name]));
  }
  for (const [name, property] of entries(schema.patternProperties)) {
    yield* subschemas(property, at + pointerOf(['patternProperties', name]), `${pointer}/*`);
  }
  for (const key of ITEMS) {
    const held = schema[key];
    if (Array.isArray(held)) {
      for (const [index, item] of held.entries()) yield* subschemas(item, at + pointerOf([key, index]), `${pointer}/*`);
    } else {
      yield* subschemas(held, `${at}/${key}`, `${pointer}/*`);
    }
  }
  for (const key of LISTS) {
    for (const [index, one] of (schema[key] ?? []).entries())
      yield* subschemas(one, at + pointerOf([key, index]), pointer);
  }
  for (const key of SAME_VALUE) yield* subschemas(schema[key], `${at}/${key}`, pointer);
  for (const [name, one] of entries(schema.dependencies)) {
    yield* subschemas(one, at + pointerOf(['dependencies', name]), pointer);
  }
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether every option names one value and its words: a select, not a choice of shapes. */
export function isChoiceOfValues(options: unknown): options is { const: unknown; title?: string }[] {
  return Array.isArray(options) && options.length > 0 && options.every(isNamedValue);
}

export function isNamedValue(schema: unknown): schema is { const: unknown } {
  return (
    isSchema(schema) &&
    'const' in schema &&
    Object.keys(schema).every((key) => key === 'const' || key === 'title' || key === 'description')
  );
}

/** Definitions that refer to each other can make a short document large. */
const mostPlaced = 50_000;

/**
 * The schema with every `$ref` into its own `definitions` put in place. Throws for a circle, a reference elsewhere, and a schema that
 * becomes larger than `mostPlaced` values.
 */
export function dereferenced(root: Schema): Schema {
  let placedValues = 0;
  const visit = (value: unknown, open: readonly string[]): unknown => {
    placedValues += 1;
    if (placedValues > mostPlaced) throw new Error('its definitions make the schema too large');
    if (Array.isArray(value)) return value.map((item) => visit(item, open));
    if (!isSchema(value)) return value;
    const { $ref, ...rest } = value;
    if (typeof $ref !== 'string') return mapped(value, (held) => visit(held, open));
    if (open.includes($ref)) throw new Error(`"${$ref}" refers to itself`);
    const target = $ref.startsWith('#/definitions/') ? valueAt(root, $ref.slice(1)) : undefined;
    if (!isSchema(target)) throw new Error(`"${$ref}" names no definition of this schema`);
    const placed = visit(target, [...open, $ref]) as Schema;
    return { ...placed, ...mapped(rest, (held) => visit(held, open)) };
  };
  const { definitions: _, ...schema } = root;
  return visit(schema, []) as Schema;
}

/** Pointers (items as `*`) of `writeOnly` fields: never in a draft, a log, an audit row, web storage or a reply. */
export function secretsOf(schema: Schema | undefined): Pointer[] {
  const secrets = [...subschemas(schema)]
    .filter((visit) => visit.schema.writeOnly === true)
    .map(({ pointer }) => pointer);
  return [...new Set(secrets)];
}

const orders = new WeakMap<ScreenDocument, readonly string[]>();

/** Top-level properties, those of conditional branches too, in the order of the form: sections, then `ui:order`. */
export function fieldOrder(document: ScreenDocument): readonly string[] {
  // Asked at every change of a summary, and a walk through the whole schema each time.
  const known = orders.get(document) ?? findOrder(document);
  orders.set(document, known);
  return known;
}

function findOrder({ schema, sections, ui }: ScreenDocument): string[] {
  const names = new Set<string>();
  for (const visit of subschemas(schema)) {
    if (visit.pointer === '') for (const name of Object.keys(visit.schema.properties ?? {})) names.add(name);
  }
  const asked = ui?.['ui:order'];
  const order = Array.isArray(asked) ? asked.map(String) : ['*'];
  const rest = [...names].filter((name) => !order.includes(name));
  const inOrder = order.flatMap((name) => (name === '*' ? rest : [name]));
  const inSections = sections?.flatMap((section) => section.fields) ?? [];
  return [...inOrder.filter((name) => !inSections.includes(name)), ...inSections];
}

function entries(value: unknown): [string, unknown][] {
  return isSchema(value) ? Object.entries(value) : [];
}

function mapped(schema: Record<string, unknown>, change: (value: unknown) => unknown): Schema {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, change(value)]));
}

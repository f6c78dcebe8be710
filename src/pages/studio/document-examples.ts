// The example answers of a screen follow the bounds of its fields, so that who changes a bound need not edit them as JSON.
import type { Test } from '#engine/document/conditions.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { isChoiceOfValues, isSchema, type Schema } from '#engine/document/schema.ts';

type Examples = NonNullable<ScreenDocument['examples']>;

export type Bound = 'minLength' | 'maxLength' | 'minimum' | 'maximum';

/** How a bound judges a value, and the nearest value to it that it accepts or refuses. */
interface Rule<Value> {
  accepts(value: Value, bound: number): boolean;
  accepted(value: Value, bound: number): Value;
  refused(value: Value, bound: number): Value;
}

const texts: Partial<Record<Bound, Rule<string>>> = {
  maxLength: {
    accepts: (text, bound) => text.length <= bound,
    accepted: (text, bound) => text.slice(0, bound),
    refused: (text, bound) => text.padEnd(bound + 1, 'x'),
  },
  minLength: {
    accepts: (text, bound) => text.length >= bound,
    accepted: (text, bound) => text.padEnd(bound, 'x'),
    refused: (text, bound) => text.slice(0, Math.max(0, bound - 1)),
  },
};

const numbers: Partial<Record<Bound, Rule<number>>> = {
  maximum: {
    accepts: (value, bound) => value <= bound,
    accepted: (_value, bound) => bound,
    refused: (_value, bound) => bound + 1,
  },
  minimum: {
    accepts: (value, bound) => value >= bound,
    accepted: (_value, bound) => bound,
    refused: (_value, bound) => bound - 1,
  },
};

/** Moves the values of a field with its bound: valid ones stay valid, and those that the bound refused are refused again. */
export function examplesWithBound(
  examples: Examples,
  { name, bound, before, after }: { name: string; bound: Bound; before: number | undefined; after: number },
): Examples {
  const changed = (data: unknown, isValid: boolean): unknown => {
    if (!isSchema(data)) return data;
    const { [name]: value } = data as Record<string, unknown>;
    const rule = typeof value === 'string' ? texts[bound] : typeof value === 'number' ? numbers[bound] : undefined;
    const next = rule && moved(rule as Rule<unknown>, value, { before, after, isValid });
    return next === undefined || next === value ? data : { ...data, [name]: next };
  };
  return {
    valid: examples.valid.map((data) => changed(data, true)),
    invalid: examples.invalid.map((data) => changed(data, false)),
  };
}

function moved(
  rule: Rule<unknown>,
  value: unknown,
  { before, after, isValid }: { before: number | undefined; after: number; isValid: boolean },
): unknown {
  if (isValid) return rule.accepts(value, after) ? value : rule.accepted(value, after);
  const wasRefused = before !== undefined && !rule.accepts(value, before);
  return wasRefused && rule.accepts(value, after) ? rule.refused(value, after) : value;
}

/** Valid examples without the field get the value of another one, or one that its schema accepts, if there is any. */
export function examplesWithValue(examples: Examples, name: string, schema: Schema): Examples {
  const known = examples.valid.find((data) => isSchema(data) && data[name] !== undefined) as Schema | undefined;
  const value = known?.[name] ?? sampleOf(schema);
  if (value === undefined) return examples;
  return {
    ...examples,
    valid: examples.valid.map((data) =>
      isSchema(data) && data[name] === undefined ? { ...data, [name]: value } : data,
    ),
  };
}

function sampleOf(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  const [first] = schema.oneOf ?? [];
  if (isSchema(first) && 'const' in first) return first['const'];
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' || schema.type === 'number') return boundsOf(schema).minimum ?? 0;
  const isFree = schema.type === 'string' && schema.pattern === undefined && schema.format === undefined;
  return isFree ? 'x'.repeat(Math.max(1, schema.minLength ?? 1)) : undefined;
}

interface AskedUnder {
  name: string;
  schema: Schema;
  isRequired: boolean;
  tests: readonly Test[];
  /** The fields that nobody is asked for where the tests do not hold. */
  unasked: readonly string[];
}

/**
 * The field is asked only under a condition: valid examples say nothing where it is not asked, and invalid ones that it alone may make
 * invalid get the answers under which it is asked.
 */
export function examplesUnder(examples: Examples, { name, schema, isRequired, tests, unasked }: AskedUnder): Examples {
  const answers = Object.fromEntries(
    tests.flatMap((test) => (test.kind === 'is' ? [[test.field, test.values[0]]] : [])),
  );
  const holds = (data: Record<string, unknown>) =>
    tests.every((test) => test.kind !== 'is' || test.values.includes(data[test.field]));
  const follow = (data: unknown): unknown => {
    if (!isSchema(data) || holds(data)) return data;
    const value = data[name];
    const mayBreak = value === undefined ? isRequired : !isAccepted(schema, value);
    return mayBreak ? { ...data, ...answers } : data;
  };
  const without = (data: unknown): unknown =>
    !isSchema(data) || holds(data)
      ? data
      : Object.fromEntries(Object.entries(data).filter(([field]) => !unasked.includes(field)));
  return { valid: examples.valid.map(without), invalid: examples.invalid.map(follow) };
}

/** Of a number: `wholeNumber` has bounds of its own. */
const boundsOf = (schema: Schema): Pick<Schema, 'minimum' | 'maximum'> => schema.wholeNumber ?? schema;

/** As far as a type, choices and bounds say; a pattern or a format may refuse any text. */
function isAccepted(schema: Schema, value: unknown): boolean {
  const options: unknown = schema.oneOf;
  if (isChoiceOfValues(options)) return options.some((option) => option.const === value);
  if (typeof value === 'boolean') return schema.type === 'boolean';
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity } = boundsOf(schema);
    const isWhole = Number.isInteger(value) || (schema.type === 'number' && schema.wholeNumber === undefined);
    return isWhole && value >= minimum && value <= maximum && schema.type !== 'string';
  }
  if (typeof value !== 'string' || schema.type !== 'string') return false;
  if (schema.pattern !== undefined || schema.format !== undefined || schema['notBlank'] !== undefined) return false;
  return value.length >= (schema.minLength ?? 0) && value.length <= (schema.maxLength ?? Infinity);
}

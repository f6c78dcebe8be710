// The example answers of a screen follow the bounds of its fields, so that who changes a bound need not edit them as JSON.
import type { ScreenDocument } from '#engine/document/document.ts';
import { isSchema } from '#engine/document/schema.ts';

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
  examples: NonNullable<ScreenDocument['examples']>,
  { name, bound, before, after }: { name: string; bound: Bound; before: number | undefined; after: number },
): NonNullable<ScreenDocument['examples']> {
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

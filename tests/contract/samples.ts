// Values made from a call's own schemas: one that fits, and many that may not. Seeded, so that a failure can be had again.
import type { TSchema } from 'typebox';

export type Random = () => number;

/** mulberry32 */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Schema {
  type?: string;
  format?: string;
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

/** A value of the schema's shape; what it means is anybody's guess. */
export function fitting(schema: TSchema | undefined): unknown {
  return fit(schema as Schema | undefined);
}

function fit(schema: Schema | undefined): unknown {
  if (!schema) return undefined;
  if ('const' in schema) return schema.const;
  if (schema.anyOf) return fit(schema.anyOf[0]);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((name) => [name, fit(schema.properties?.[name])]));
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
      if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z';
      return 'text';
    default:
      return {};
  }
}

const hostile: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 31,
  2 ** 53,
  '',
  ' ',
  '0',
  'NaN',
  'a'.repeat(300),
  'é'.repeat(70_000),
  '\0',
  'a\0b',
  '\ud800',
  '‮gnirts',
  '<script>alert(1)</script>',
  "'; drop table organization; --",
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '𝕳𝖊𝖑𝖑𝖔',
  [],
  {},
  [[]],
  [null],
  { __proto__: null },
  { constructor: 1 },
  { a: { b: { c: {} } } },
  '2026-13-45T99:99:99Z',
  '-1',
  '9'.repeat(40),
  'http://[::1',
  'a@b',
  '\u2028',
  [1, 'a', null],
];

/** The fitting value with a few of its places spoilt, or something else altogether. */
export function spoilt(schema: TSchema, random: Random): unknown {
  const whole = random();
  if (whole < 0.08) return pick(hostile, random);
  return spoil(schema as Schema, random, 0);
}

function spoil(schema: Schema, random: Random, depth: number): unknown {
  const chance = random();
  if (chance < 0.25 && depth > 0) return pick(hostile, random);
  if (schema.anyOf) return spoil(pick(schema.anyOf, random), random, depth + 1);
  if (schema.type === 'object') {
    const made: Record<string, unknown> = {};
    for (const [name, below] of Object.entries(schema.properties ?? {}))
      if (random() < 0.8) made[name] = spoil(below, random, depth + 1);
    if (random() < 0.15)
      made[pick(['extra', '__proto__', 'constructor', 'id', '', '/', '~'], random)] = pick(hostile, random);
    return made;
  }
  if (schema.type === 'array')
    return Array.from({ length: Math.floor(random() * 4) }, () => spoil(schema.items ?? {}, random, depth + 1));
  return fit(schema);
}

function pick<T>(from: readonly T[], random: Random): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined && from.length === 0) throw new Error('nothing to pick from');
  return found as T;
}

import { isSchema, subschemas, type Schema } from '../document/schema.ts';

/** Numbers from 0 to 1 that repeat for a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const texts = [
  '',
  ' ',
  'a',
  'PING',
  'HTTP',
  'NOW',
  'ann@example.com',
  'example.com',
  '10.0.0.1',
  '10.0.0.0/24, 10.0.0.9',
  'https://example.com/a',
  'http://x',
  'C:',
  '443',
  '2020-01-01T10:00',
  '2099-01-01T10:00',
  '2099-01-01T10:06',
  '09:30',
  '+31201234567',
  '123e4567-e89b-12d3-a456-426614174000',
  'OU=a,DC=b',
  '日本',
  '😀😀',
  'x'.repeat(60),
  'x'.repeat(300),
];
const odd: unknown[] = [undefined, null, true, false, 0, 1, -1, 1.5, 65_536, 1e9, [], {}, [1, 1], { a: 1 }];

/** Data that a schema speaks of, right in places and wrong in others. */
export function dataFor(schema: Schema, random: () => number): unknown {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const value = (one: unknown, depth: number): unknown => {
    if (!isSchema(one) || random() < 0.06) return pick(odd);
    if (one.const !== undefined && random() < 0.8) return one.const;
    if (one.enum !== undefined && random() < 0.9) return pick(one.enum);
    const options = [...(one.oneOf ?? []), ...(one.anyOf ?? [])];
    if (options.length > 0) return value(pick(options), depth);
    if (one.type === 'array')
      return Array.from({ length: Math.floor(random() * 4) }, () => value(one.items ?? {}, depth + 1));
    if (one.type === 'object' || one.properties !== undefined) return object(one, depth);
    if (one.type === 'integer' || one.type === 'number')
      return pick([0, 1, 2, 5, 30, 60, 300, 1000, 65_535, 65_536, -1, 2.5]);
    if (one.type === 'boolean') return random() < 0.5;
    return pick(texts);
  };
  const object = (one: Schema, depth: number): Record<string, unknown> => {
    const data: Record<string, unknown> = {};
    if (depth > 6) return data;
    for (const visit of subschemas(one)) {
      if (visit.pointer !== '') continue;
      for (const [name, property] of Object.entries(visit.schema.properties ?? {})) {
        if (random() < 0.8) data[name] = value(property, depth + 1);
      }
    }
    if (random() < 0.05) data['unasked'] = pick(odd);
    return data;
  };
  return object(schema, 0);
}

import type { AnySchema } from 'ajv';
import { ruleNames } from '../vocabulary/keywords.ts';
import { isChoiceOfValues, type Schema } from '../document/schema.ts';

/** Keywords that tell people something and refuse nothing. */
const ANNOTATIONS = new Set([
  'title',
  'description',
  'default',
  'examples',
  'readOnly',
  'writeOnly',
  '$schema',
  '$id',
  '$comment',
]);
const MAPS = new Set(['properties', 'patternProperties', 'definitions', 'dependencies']);
const DATA = new Set<string>(['const', 'enum', ...ruleNames]);

/** The part of a schema that refuses data: without annotations, and a choice of named values as the `enum` that it means. */
export function validationSchema(schema: unknown): AnySchema {
  if (typeof schema === 'boolean') return schema;
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema as Schema)) {
    if (ANNOTATIONS.has(key)) continue;
    if ((key === 'oneOf' || key === 'anyOf') && isChoiceOfValues(value))
      result['enum'] = value.map((option) => option.const);
    else if (DATA.has(key)) result[key] = value;
    else if (MAPS.has(key)) result[key] = mapOf(value as Record<string, unknown>);
    else result[key] = held(value);
  }
  return result;
}

function mapOf(map: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, held(value)]));
}

function held(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(held);
  return typeof value === 'object' && value !== null ? validationSchema(value) : value;
}

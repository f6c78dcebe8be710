import { isSchema, type Schema } from '../document/schema.ts';

type Holds = (condition: Schema | boolean, data: unknown) => boolean;
// A default may open a branch whose defaults open another; documents nest a few, never this many.
const MAX_PASSES = 16;

/** The data with the schema's defaults filled in, nested ones and those of the branches that hold, too. */
export function withDefaults(
  schema: Schema | undefined,
  data: Record<string, unknown>,
  holds: Holds,
): Record<string, unknown> {
  let filled = data;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = fill(schema, filled, holds) as Record<string, unknown>;
    if (JSON.stringify(next) === JSON.stringify(filled)) break;
    filled = next;
  }
  return filled;
}

function fill(schema: unknown, value: unknown, holds: Holds): unknown {
  if (!isSchema(schema)) return value;
  let filled = value === undefined && 'default' in schema ? structuredClone(schema.default) : value;
  if (schema.properties !== undefined) filled = fillProperties(schema.properties, filled, holds);
  if (Array.isArray(filled) && isSchema(schema.items)) filled = filled.map((item) => fill(schema.items, item, holds));
  for (const branch of branches(schema, filled, holds)) filled = fill(branch, filled, holds);
  return filled;
}

function fillProperties(properties: NonNullable<Schema['properties']>, value: unknown, holds: Holds): unknown {
  if (value !== undefined && !isSchema(value)) return value;
  const filled: Record<string, unknown> = { ...value };
  for (const [name, property] of Object.entries(properties)) {
    const held = fill(property, filled[name], holds);
    if (held !== undefined) filled[name] = held;
  }
  return value === undefined && Object.keys(filled).length === 0 ? undefined : filled;
}

function branches(schema: Schema, value: unknown, holds: Holds): unknown[] {
  const found: unknown[] = [...(schema.allOf ?? [])];
  if (schema.if !== undefined)
    found.push(holds(schema.if as Schema | boolean, value ?? {}) ? schema.then : schema.else);
  for (const [name, dependent] of Object.entries(schema.dependencies ?? {})) {
    if (isSchema(value) && value[name] !== undefined) found.push(dependent);
  }
  return found;
}

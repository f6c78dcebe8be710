import type { CompiledScreen } from '../document/document.ts';
import { isChoiceOfValues, isSchema, subschemas, type Schema } from '../document/schema.ts';
import type { Answers } from '../flow/flow.ts';

/** Whether the condition, `if` of a schema, holds for the value. A page has it compiled with the screen, tests compile it themselves. */
export type Holds = (condition: unknown, value: unknown) => boolean;

// A field that goes may take the reason of another with it; documents nest a few, never this many.
const MAX_PASSES = 16;

/** By schema and what the answers are, which never change in place: the same ones are asked about in thousands of steps. */
const known = new WeakMap<Schema, Map<string, Answers>>();
const MOST_KNOWN = 2000;

/** The answers of the fields that stand on the form: what branches hold that do not apply is neither shown nor sent. */
export function standingAnswers({ document: { schema } }: CompiledScreen, data: Answers, holds: Holds): Answers {
  if (schema === undefined || !isConditional(schema)) return data;
  const bySchema = known.get(schema) ?? new Map<string, Answers>();
  known.set(schema, bySchema);
  const content = JSON.stringify(data);
  const standing = bySchema.get(content) ?? findStanding(schema, data, holds);
  if (bySchema.size >= MOST_KNOWN) bySchema.clear();
  bySchema.set(content, standing);
  return standing;
}

function findStanding(schema: Schema, data: Answers, holds: Holds): Answers {
  let standing = data;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = pruned([schema], standing, data, holds) as Answers;
    if (JSON.stringify(next) === JSON.stringify(standing)) break;
    standing = next;
  }
  return standing;
}

const conditional = new WeakMap<Schema, boolean>();

function isConditional(root: Schema): boolean {
  const known =
    conditional.get(root) ??
    [...subschemas(root)].some(
      ({ schema }) =>
        schema.if !== undefined || Object.values(schema.dependencies ?? {}).some((dependent) => isSchema(dependent)),
    );
  conditional.set(root, known);
  return known;
}

/** `data` without fields that none of the schemas has, their conditions being asked of `known`. */
function pruned(schemas: readonly Schema[], known: unknown, data: unknown, holds: Holds): unknown {
  const applying = schemas.flatMap((schema) => applyingParts(schema, known, holds));
  if (Array.isArray(data)) {
    const items = applying.flatMap((schema) => (isSchema(schema.items) ? [schema.items] : []));
    if (items.length === 0) return data;
    return data.map((item, index) => pruned(items, Array.isArray(known) ? known[index] : undefined, item, holds));
  }
  const properties = applying.flatMap((schema) => (schema.properties === undefined ? [] : [schema.properties]));
  if (!isSchema(data) || properties.length === 0) return data;
  const inside = isSchema(known) ? known : {};
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      const parts = properties.flatMap((some) => (isSchema(some[name]) ? [some[name]] : []));
      return parts.length === 0 ? [] : [[name, pruned(parts, inside[name], value, holds)] as const];
    }),
  );
}

/** The schema and those of its branches that apply to the value. */
function applyingParts(schema: Schema, value: unknown, holds: Holds): Schema[] {
  const branches: unknown[] = [...(schema.allOf ?? [])];
  if (schema.if !== undefined) branches.push(holds(schema.if, value ?? {}) ? schema.then : schema.else);
  for (const shapes of [schema.oneOf, schema.anyOf]) if (!isChoiceOfValues(shapes)) branches.push(...(shapes ?? []));
  for (const [name, dependent] of Object.entries(schema.dependencies ?? {}))
    if (isSchema(value) && value[name] !== undefined) branches.push(dependent);
  return [schema, ...branches.filter(isSchema).flatMap((branch) => applyingParts(branch, value, holds))];
}

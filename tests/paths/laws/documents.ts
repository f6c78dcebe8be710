// What is right for every document, whatever its machine does with it.
import { checkManifest } from '#engine/document/check-document.ts';
import { withoutCustomFields } from '#engine/document/custom-fields.ts';
import type { CompiledScreen } from '#engine/document/document.ts';
import { pointerOf } from '#engine/document/pointer.ts';
import { subschemas, type Schema } from '#engine/document/schema.ts';
import type { Asked, Problem } from './asked.ts';

export function wrongManifest({ flow, screens }: Asked): Problem[] {
  const { id: _, machine: _m, steps: _s, effects: _e, shows: _t, resume: _r, ...manifest } = flow;
  const documents = Object.fromEntries(Object.entries(screens).map(([id, { document }]) => [id, document]));
  return checkManifest(JSON.stringify(withoutCustomFields(manifest)), documents).map(({ message }) => ({
    problem: message,
  }));
}

/** The examples say what is right and wrong independently of the rules. */
export function wrongExamples({ screens, material }: Asked): Problem[] {
  const now = new Date(Object.values(material.inputs)[0]?.now ?? 0);
  return Object.values(screens).flatMap((screen) => {
    const { title, examples } = screen.document;
    const of = `${title} (screen ${screen.id})`;
    const asked = new Set([...subschemas(screen.document.schema)].map(({ pointer }) => pointer));
    const valid = examples?.valid ?? [];
    return [
      ...valid.flatMap((data, index) => [
        ...screen.validate(data, { now }).map(({ pointer, message }) => ({
          problem: `${of}: its valid example ${index + 1} is refused at ${pointer || 'the whole'}: ${message}`,
        })),
        ...Object.keys(data as object)
          .filter((name) => !asked.has(pointerOf([name])))
          .map((name) => ({ problem: `${of}: its valid example ${index + 1} answers ${name}, which it does not ask` })),
      ]),
      ...(examples?.invalid ?? [])
        .filter((data) => screen.validate(data, { now }).length === 0)
        .map((data) => ({ problem: `${of} takes its invalid example ${JSON.stringify(data)}` })),
    ];
  });
}

const SAID = /\b(at least|at most|up to)\s+(\d[\d,]*)\s+(?:characters|letters|digits)\b/gi;
const BOUNDS: Readonly<Record<string, readonly string[]>> = {
  'at least': ['minLength'],
  'at most': ['maxLength'],
  'up to': ['maxLength'],
};

/** A bound that a person reads is the bound that the field has. */
export function wrongWords({ screens }: Asked): Problem[] {
  return Object.values(screens).flatMap(({ id, document }) =>
    [...Object.entries(document.help ?? {}), ...messagesOf(document)].flatMap(([pointer, words]) => {
      const schemas = [...subschemas(document.schema)].filter((visit) => visit.pointer === pointer);
      return [...words.matchAll(SAID)].flatMap(([said, kind = '', number = '']) => {
        const has = (BOUNDS[kind.toLowerCase()] ?? []).flatMap((bound) => boundsIn(schemas, bound));
        const wanted = Number(number.replaceAll(',', ''));
        if (has.includes(wanted)) return [];
        const bounds = has.length === 0 ? 'no such bound' : has.join(' or ');
        return [{ problem: `${document.title}: ${pointer} says "${said}" and has ${bounds} (screen ${id})` }];
      });
    }),
  );
}

function messagesOf({ messages = {} }: CompiledScreen['document']): [string, string][] {
  return Object.entries(messages).flatMap(([pointer, held]) =>
    Object.values(held).map((words): [string, string] => [pointer, words]),
  );
}

function boundsIn(schemas: readonly { schema: Schema }[], bound: string): number[] {
  const all = schemas.map(({ schema }) => schema[bound]).filter((one): one is number => typeof one === 'number');
  // `^[a-z]{1,64}$` bounds as well.
  const inPatterns = schemas.flatMap(({ schema: { pattern = '' } }) =>
    [...pattern.matchAll(/\{(\d+)?,?(\d+)\}/g)].flatMap(([, least, most]) => [Number(least), Number(most)]),
  );
  return [...all, ...inPatterns];
}

/** A message of a rule that its field does not have is never said. */
export function idleMessages({ screens }: Asked): Problem[] {
  return Object.values(screens).flatMap(({ id, document }) =>
    Object.entries(document.messages ?? {}).flatMap(([pointer, held]) =>
      Object.keys(held)
        .filter((rule) => !hasRule(document.schema as Schema, pointer, rule))
        .map((rule) => ({
          problem: `${document.title}: ${pointer} has words for ${rule} and no such rule (screen ${id})`,
        })),
    ),
  );
}

function hasRule(root: Schema, pointer: string, rule: string): boolean {
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  const name = pointer.slice(parent.length + 1);
  const needs = ({ required, dependencies = {} }: Schema) =>
    required?.includes(name) === true ||
    Object.values(dependencies).some((names) => Array.isArray(names) && names.includes(name));
  const visits = [...subschemas(root)];
  // A list says which field its rows differ in, and the words stand at that field.
  if (rule === 'uniqueBy')
    return visits.some((visit) => visit.schema['uniqueBy'] !== undefined && pointer.startsWith(`${visit.pointer}/*`));
  if (rule !== 'required') return visits.some((visit) => visit.pointer === pointer && rule in visit.schema);
  return visits.some(({ pointer: at, schema }) => at === parent && needs(schema));
}

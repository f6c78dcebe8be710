import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import type { Pointer } from '#engine/document/document.ts';
import { valueAt, withoutIndexes } from '#engine/document/pointer.ts';
import { isSchema, subschemas, type Schema } from '#engine/document/schema.ts';
import { equal } from '#engine/vocabulary/runtime.ts';
import { isConditional, resolver } from './resolver.ts';

/** A nested condition may open another; documents nest a few, never this many. */
const MAX_PASSES = 16;

/**
 * Which fields stand on the form for the data at hand. rjsf resolves the conditions; this remembers its answers, so that
 * a schema that stayed the same stays the same object and its field is not rendered again.
 */
export class Structure {
  readonly #root: RJSFSchema;
  readonly #validator: ValidatorType;
  readonly #watched: ReadonlySet<Pointer>;
  readonly #last = new WeakMap<object, { data: unknown; schema: RJSFSchema }>();
  readonly #asked = new WeakMap<object, readonly Pointer[]>();

  constructor(schema: RJSFSchema, validator: ValidatorType) {
    this.#root = schema;
    this.#validator = validator;
    this.#watched = watchedBy(schema);
  }

  /** Whether a change at the pointer may change which fields stand there. */
  dependsOn(pointer: Pointer): boolean {
    const place = withoutIndexes(pointer);
    for (const watched of this.#watched) {
      if (watched === place || watched.startsWith(`${place}/`) || place.startsWith(`${watched}/`)) return true;
    }
    return false;
  }

  /** The schema with its conditions resolved for the data. */
  resolve(schema: RJSFSchema, data: unknown): RJSFSchema {
    if (!isConditional(schema)) return schema;
    const last = this.#last.get(schema);
    if (last && this.#answersAlike(schema, last.data, data)) return last.schema;
    const resolved = resolver()(this.#validator, schema, this.#root, data);
    const kept = last ? keepSame(resolved, last.schema) : resolved;
    this.#last.set(schema, { data, schema: kept });
    return kept;
  }

  /** The data of the fields that stand on the form; what hidden ones hold is left out, and decides no condition. */
  visible(data: Record<string, unknown>): Record<string, unknown> {
    let visible = data;
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const next = this.#prune(this.#root, visible, data) as Record<string, unknown>;
      if (equal(next, visible)) return visible;
      visible = next;
    }
    return visible;
  }

  /** The data with the defaults of fields that `before` did not show. */
  withDefaults(data: Record<string, unknown>, before: RJSFSchema): Record<string, unknown> {
    let filled = data;
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const shown = this.resolve(this.#root, this.visible(filled)).properties ?? {};
      const news = Object.entries(shown).filter(
        ([name, property]) =>
          !Object.hasOwn(before.properties ?? {}, name) &&
          isSchema(property) &&
          property.default !== undefined &&
          filled[name] === undefined,
      );
      if (news.length === 0) break;
      const fresh = Object.fromEntries(news.map(([name, property]) => [name, (property as Schema).default]));
      filled = Object.assign({}, filled, fresh);
    }
    return filled;
  }

  /** Whether every condition in the schema answers the same for both: what it asks about did not change. */
  #answersAlike(schema: RJSFSchema, one: unknown, other: unknown): boolean {
    if (one === other) return true;
    if (schema.additionalProperties || schema.patternProperties) return false;
    const asked = this.#asked.get(schema) ?? [...watchedBy(schema)].map((pointer) => pointer.split('/*')[0] ?? '');
    this.#asked.set(schema, asked);
    return asked.every((pointer) => valueAt(one, pointer) === valueAt(other, pointer));
  }

  #prune(schema: RJSFSchema, known: unknown, data: unknown): unknown {
    if (Array.isArray(data)) {
      const { items } = schema;
      if (!isSchema(items)) return data;
      const kept = data.map((item, index) => this.#prune(items, Array.isArray(known) ? known[index] : undefined, item));
      return kept.every((item, index) => item === data[index]) ? data : kept;
    }
    if (!isSchema(data)) return data;
    const { properties } = this.resolve(schema, known);
    if (!properties) return data;
    const inside = isSchema(known) ? known : {};
    const kept = Object.entries(data).flatMap(([name, value]) => {
      const property = properties[name];
      return isSchema(property) ? [[name, this.#prune(property, inside[name], value)] as const] : [];
    });
    const same = kept.length === Object.keys(data).length && kept.every(([name, value]) => value === data[name]);
    return same ? data : Object.fromEntries(kept);
  }
}

/** Pointers (items as `*`) of the fields that some condition asks about. */
function watchedBy(root: unknown): Set<Pointer> {
  const watched = new Set<Pointer>();
  for (const { schema, pointer } of subschemas(root)) {
    const asked = [schema.if, ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
    for (const condition of asked) {
      if (!isSchema(condition)) continue;
      const leaves = [...subschemas(condition, '', pointer)].map((visit) => visit.pointer);
      // A condition that names no field (`not`, `required` alone …) may ask about anything beside it.
      const named = leaves.filter((leaf) => leaf !== pointer);
      for (const leaf of named) watched.add(leaf);
      for (const name of condition.required ?? []) watched.add(`${pointer}/${name}`);
      if (named.length === 0 && condition === schema.if && condition.required === undefined) watched.add(pointer);
    }
    for (const name of Object.keys(schema.dependencies ?? {})) watched.add(`${pointer}/${name}`);
  }
  return watched;
}

/** The next schema, made of the parts of the last one that are equal to it. */
function keepSame(next: RJSFSchema, last: RJSFSchema): RJSFSchema {
  if (!next.properties || !last.properties) return equal(next, last) ? last : next;
  const before = last.properties;
  const properties = Object.fromEntries(
    Object.entries(next.properties).map(([name, property]) => {
      const known = before[name];
      return [name, known !== undefined && equal(known, property) ? known : property];
    }),
  );
  return { ...next, properties };
}

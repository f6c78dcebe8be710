import { pointerOf, segmentsOf, valueAt, withoutIndexes } from '../document/pointer.ts';
import { isSchema, subschemas, type Schema, type Visit } from '../document/schema.ts';
import type { CompiledScreen, FieldError, Pointer } from '../document/document.ts';
import type { Answers } from '../flow/flow.ts';
import { standingAnswers, type Holds } from './standing.ts';
import { edgesOf } from './values.ts';

/** One bound of one field: answers just inside it, which are right, and just outside, which are refused there. */
export interface Boundary {
  /** `/name maxLength 50`. */
  name: string;
  pointer: Pointer;
  /** Where its schema stands within the one of the screen; of a required field the schema that requires it. */
  at: Pointer;
  keyword: string;
  inside?: Answers | undefined;
  outside?: { data: Answers; error: FieldError } | undefined;
  /** Why a side is missing. */
  reason?: string;
}

/** Answers for which a condition of the screen holds, and answers for which it does not. */
export interface Branch {
  /** `/allOf/0 holds`. */
  name: string;
  condition: unknown;
  holds: boolean;
  data?: Answers;
  reason?: string;
}

/** What says whether answers of a screen are right. */
export interface Judge {
  screen: CompiledScreen;
  /** For rules that ask the time. */
  now: Date;
  holds: Holds;
}

/** Both branches of every condition about the whole screen, each with answers that are right. */
export function branchesOf({ screen, now, holds }: Judge, candidates: readonly Answers[]): Branch[] {
  const right = candidates.filter((data) => screen.validate(data, { now }).length === 0);
  return [...subschemas(screen.document.schema)].flatMap(({ schema, at, pointer }) => {
    const { if: condition } = schema;
    if (condition === undefined || pointer !== '') return [];
    return [true, false].map((wanted): Branch => {
      const data = right.find((one) => holds(condition, one) === wanted);
      const name = `${at} ${wanted ? 'holds' : 'does not hold'}`;
      const branch = { name, condition, holds: wanted };
      return data === undefined ? { ...branch, reason: 'no answers that are right make it so' } : { ...branch, data };
    });
  });
}

/** Answers that the bounds of a screen are tried on: its valid examples and what testers added. */
export type Bases = readonly Answers[];

/**
 * Every bound, rule, choice and required field of a screen, tried on answers that are right; each value made here was
 * checked by the screen's validator.
 */
export function boundariesOf(judge: Judge, bases: Bases): Boundary[] {
  const work = findBoundaries(judge, bases);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** The same in parts, for a page that has to answer its person meanwhile. */
export function* findBoundaries(judge: Judge, bases: Bases): Generator<undefined, Boundary[]> {
  const { screen } = judge;
  const found = new Map<string, Boundary>();
  const lists = listsOfFlows(screen);
  for (const { schema, at, pointer } of subschemas(screen.document.schema)) {
    if (/\/(?:if|not)(?:\/|$)/.test(at)) continue;
    // The flow that edits its rows tries their bounds.
    if (lists.some((list) => pointer.startsWith(`${list}/*`))) continue;
    // An option of a choice is told by its choice.
    if (/\/(?:oneOf|anyOf)\/\d+$/.test(at) && 'const' in schema) continue;
    for (const boundary of [
      ...requiredAt(judge, bases, { schema, at, pointer }),
      ...edgesAt(judge, bases, { schema, at, pointer }),
    ]) {
      const known = found.get(boundary.name);
      if (known === undefined || lacks(known) > lacks(boundary)) found.set(boundary.name, boundary);
    }
    yield;
  }
  return [...found.values()];
}

/** Lists at the top of the screen whose rows a flow of their own edits. */
function listsOfFlows({ document: { ui = {} } }: CompiledScreen): Pointer[] {
  return Object.entries(ui).flatMap(([name, part]) => {
    const options = isSchema(part) && isSchema(part['ui:options']) ? part['ui:options'] : {};
    return isSchema(options['edit']) ? [pointerOf([name])] : [];
  });
}

function lacks({ inside, outside }: Boundary): number {
  return (inside ? 0 : 1) + (outside ? 0 : 1);
}

function requiredAt(judge: Judge, bases: Bases, { schema, at, pointer }: Visit): Boundary[] {
  const asked = [
    ...(schema.required ?? []),
    ...Object.values(schema.dependencies ?? {}).flatMap((names) => (Array.isArray(names) ? names : [])),
  ];
  return [...new Set(asked)].map((name) => {
    const field = pointer + pointerOf([name]);
    const boundary: Boundary = { name: `${field} required`, pointer: field, at, keyword: 'required' };
    for (const base of bases) {
      const place = concrete(base, field);
      if (place === undefined || valueAt(base, place) === undefined) continue;
      boundary.inside ??= base;
      const data = changed(base, segmentsOf(place), undefined) as Answers;
      const error = errorAt(judge, data, place, ['required']);
      if (error !== undefined) return { ...boundary, outside: { data, error } };
    }
    return { ...boundary, reason: reasonOf(boundary, boundary.inside !== undefined) };
  });
}

function edgesAt(judge: Judge, bases: Bases, { schema, at, pointer }: Visit): Boundary[] {
  const found = new Map<string, Boundary>();
  let asked = false;
  for (const base of bases) {
    // Long texts are made once, not for every example.
    if (found.size > 0 && [...found.values()].every((boundary) => lacks(boundary) === 0)) break;
    const place = concrete(base, pointer);
    const current = place === undefined ? undefined : valueAt(base, place);
    asked ||= place !== undefined;
    // A field that an example leaves out may still be given.
    const tries = current !== undefined || place === undefined ? [current] : samples(schema);
    for (const sample of tries) {
      for (const { keyword, bound, inside, outside, also } of edgesOf(schema, sample)) {
        const name = `${pointer} ${bound}`;
        const boundary = found.get(name) ?? { name, pointer, at, keyword };
        if (place !== undefined) {
          boundary.inside ??= valid(judge, base, place, inside);
          boundary.outside ??= refused(judge, base, place, outside, [keyword, ...(also === undefined ? [] : [also])]);
        }
        found.set(name, boundary);
      }
    }
  }
  return [...found.values()].map((boundary) =>
    lacks(boundary) === 0 ? boundary : { ...boundary, reason: reasonOf(boundary, asked) },
  );
}

function samples(schema: Schema): unknown[] {
  if (schema.type === 'array') return [[]];
  return schema.type === 'string' ? ['text'] : [undefined];
}

function reasonOf(boundary: Boundary, asked = true): string {
  if (!asked) return 'no valid example asks this field: add one to the document, or to the state’s file in tests/paths';
  return boundary.inside === undefined
    ? 'no value just inside was found that the other rules of the field allow'
    : 'every value just outside is refused by another rule of the field first, or there is none';
}

function valid(judge: Judge, base: Answers, place: Pointer, tries: readonly unknown[]): Answers | undefined {
  const right = (data: Answers | undefined) =>
    data !== undefined && stands(judge, data, place) && judge.screen.validate(data, { now: judge.now }).length === 0;
  for (const value of tries) {
    const data = changed(base, segmentsOf(place), value) as Answers;
    if (right(data)) return data;
    const twins = withTwins(base, data, place, value);
    if (right(twins)) return twins;
  }
  return undefined;
}

/** Whether a person can give the field with these answers: one of a branch that does not apply is neither shown nor sent. */
function stands({ screen, holds }: Judge, data: Answers, place: Pointer): boolean {
  return valueAt(data, place) === undefined || valueAt(standingAnswers(screen, data, holds), place) !== undefined;
}

/** A field that has to repeat this one goes with it. */
function withTwins(base: Answers, data: Answers, place: Pointer, value: unknown): Answers | undefined {
  const before = valueAt(base, place);
  const twins = Object.keys(base).filter((name) => typeof before === 'string' && base[name] === before);
  return twins.length > 1 ? { ...data, ...Object.fromEntries(twins.map((name) => [name, value])) } : undefined;
}

function refused(
  judge: Judge,
  base: Answers,
  place: Pointer,
  tries: readonly unknown[],
  keywords: readonly string[],
): Boundary['outside'] {
  for (const value of tries) {
    const data = changed(base, segmentsOf(place), value) as Answers;
    const error = errorAt(judge, data, place, keywords);
    if (error !== undefined) return { data, error };
  }
  return undefined;
}

function errorAt(
  { screen, now }: Judge,
  data: Answers,
  place: Pointer,
  keywords: readonly string[],
): FieldError | undefined {
  const wanted = withoutIndexes(place);
  return screen
    .validate(data, { now })
    .find(({ pointer, keyword }) => keywords.includes(keyword) && withoutIndexes(pointer).startsWith(wanted));
}

/** The first place in the data that the pointer names. */
function concrete(data: Answers, pointer: Pointer): Pointer | undefined {
  const place = pointer.replaceAll('/*', '/0');
  const parent = place.slice(0, place.lastIndexOf('/'));
  const held = valueAt(data, parent);
  return place === '' || typeof held !== 'object' || held === null ? undefined : place;
}

/** The data with another value at the place; `undefined` takes it away. */
export function changed(data: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(data))
    return data.map((item, index) => (String(index) === name ? changed(item, rest, value) : item));
  const held = isSchema(data) ? data : {};
  if (rest.length > 0) return { ...held, [name]: changed(held[name], rest, value) };
  const { [name]: _, ...others } = held;
  return value === undefined ? others : { ...others, [name]: value };
}

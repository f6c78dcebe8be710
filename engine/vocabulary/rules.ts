import type { Pointer } from '../document/document.ts';
import { relativeTo, valueAt } from '../document/pointer.ts';
import { readChosenFile } from './chosen-file.ts';
import { momentOf } from './instant.ts';
import { ipTarget, splitTargets } from './network.ts';

/** Why a value breaks a rule: what its words may speak of. */
export type Failure = Record<string, unknown>;

/** Where the value stands. `clock` is the validation's context, `{ now: Date }`; without it a rule asks the machine. */
interface Place {
  path: Pointer;
  root: unknown;
  clock: unknown;
}

/** A rule of the vocabulary: answers what is wrong with the value, or nothing. */
export type Rule<Param> = (param: Param, value: unknown, place: Place) => Failure | undefined;

export type FieldParam = string | { field: string; ignoreCase?: boolean };

/** "Must be between X and Y" (F02-61). */
export const wholeNumber: Rule<{ minimum?: number; maximum?: number }> = (bounds, value) => {
  const { minimum = -Number.MAX_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = bounds;
  const holds = typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
  return holds ? undefined : bounds;
};

/** Text with something in it besides spaces ("Required", trimmed: F14-06, F23-09). */
export const notBlank: Rule<boolean> = (wanted, value) =>
  wanted && typeof value === 'string' && value.trim() === '' ? {} : undefined;

/** Equal to another field, given by a relative JSON pointer: `"sameAs": "1/password"` (F18-37). */
export const sameAs: Rule<FieldParam> = (param, value, place) => {
  const { field, ignoreCase } = fieldOf(param);
  return equalText(value, other(field, place), ignoreCase) ? undefined : { field };
};

/** Different from another field; two empty ones do not clash. */
export const differsFrom: Rule<FieldParam> = (param, value, place) => {
  const { field, ignoreCase } = fieldOf(param);
  const theirs = other(field, place);
  return value !== '' && theirs !== undefined && equalText(value, theirs, ignoreCase) ? { field } : undefined;
};

/** A number below that of another field; while that has none, nothing is asked (a timeout below its frequency, F08-11). */
export const lessThan: Rule<string> = (field, value, place) => {
  const limit = other(field, place);
  return typeof value === 'number' && typeof limit === 'number' && value >= limit ? { field, limit } : undefined;
};

/**
 * At least `minutes` after another field's moment. While that field tells none, nothing is asked, or with `orNow` the
 * moment is now (F09-14). `timeZone` points at the field that names the zone of dates without offset.
 */
export const after: Rule<{ field: string; minutes?: number; orNow?: boolean; timeZone?: string }> = (
  param,
  value,
  place,
) => {
  const zone = zoneOf(param.timeZone, place);
  const mine = momentOf(value, zone);
  if (mine === undefined) return undefined;
  const minutes = param.minutes ?? 0;
  const theirs = momentOf(other(param.field, place), zone);
  const start = theirs ?? (param.orNow === true ? nowOf(mine.kind, place) : undefined);
  if (start === undefined || start.kind !== mine.kind) return undefined;
  const gap = mine.milliseconds - start.milliseconds;
  const holds = minutes === 0 ? gap > 0 : gap >= minutes * 60_000;
  return holds ? undefined : { field: param.field, minutes };
};

/** Later than now (F09-13), in the zone that the field `timeZone` names (F13-07). */
export const inFuture: Rule<boolean | { timeZone?: string }> = (param, value, place) => {
  if (param === false) return undefined;
  const mine = momentOf(value, param === true ? undefined : zoneOf(param.timeZone, place));
  const holds = mine === undefined || mine.kind === 'day' || mine.milliseconds > now(place);
  return holds ? undefined : {};
};

/** Addresses, CIDR blocks and ranges, separated by commas, newlines or spaces (F02-59, F02-60). */
export const ipTargets: Rule<boolean> = (wanted, value) => {
  if (!wanted || typeof value !== 'string') return undefined;
  const invalid = splitTargets(value).filter((target) => !ipTarget(target));
  return invalid.length > 0 ? { invalid: invalid.join(', ') } : undefined;
};

/** A chosen file has at least so many bytes. */
export const minFileSize: Rule<number> = (limit, value) => {
  const file = readChosenFile(value);
  return file === undefined || file.size >= limit ? undefined : { limit };
};

/** A chosen file has at most so many bytes. */
export const maxFileSize: Rule<number> = (limit, value) => {
  const file = readChosenFile(value);
  return file === undefined || file.size <= limit ? undefined : { limit };
};

/** The name of a chosen file ends with one of these (F05-24). */
export const fileTypes: Rule<readonly string[]> = (types, value) => {
  const file = readChosenFile(value);
  const name = file?.name.toLowerCase();
  return name === undefined || types.some((type) => name.endsWith(type)) ? undefined : { extensions: types.join(', ') };
};

/** No two items of an array alike in this field, letter case and outer spaces aside; `/` compares whole items. */
export const uniqueBy: Rule<Pointer> = (field, value) => {
  if (!Array.isArray(value)) return undefined;
  const seen = new Set<unknown>();
  const duplicates: number[] = [];
  for (const [index, item] of value.entries()) {
    const key = comparable(field === '/' ? item : valueAt(item, field));
    if (key === undefined || key === '') continue;
    if (seen.has(key)) duplicates.push(index);
    seen.add(key);
  }
  return duplicates.length > 0 ? { duplicates, field: field === '/' ? '' : field } : undefined;
};

function fieldOf(param: FieldParam): { field: string; ignoreCase: boolean } {
  return typeof param === 'string'
    ? { field: param, ignoreCase: false }
    : { field: param.field, ignoreCase: param.ignoreCase === true };
}

function other(field: string, { path, root }: Place): unknown {
  const pointer = relativeTo(path, field);
  return pointer === undefined ? undefined : valueAt(root, pointer);
}

function equalText(a: unknown, b: unknown, ignoreCase: boolean): boolean {
  if (ignoreCase && typeof a === 'string' && typeof b === 'string') return a.toLowerCase() === b.toLowerCase();
  return a === b;
}

function comparable(value: unknown): unknown {
  if (typeof value === 'string') return value.trim().toLowerCase();
  return typeof value === 'object' && value !== null ? JSON.stringify(value, inOrderOfNames) : value;
}

/** Fields stand in the order in which they were filled in. */
function inOrderOfNames(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function zoneOf(field: string | undefined, place: Place): string | undefined {
  const zone = field === undefined ? undefined : other(field, place);
  return typeof zone === 'string' && zone !== '' ? zone : undefined;
}

function now({ clock }: Place): number {
  const given = typeof clock === 'object' && clock !== null && 'now' in clock ? clock.now : undefined;
  return given instanceof Date ? given.getTime() : Date.now();
}

function nowOf(kind: 'instant' | 'day', place: Place) {
  return kind === 'instant' ? { kind, milliseconds: now(place) } : undefined;
}

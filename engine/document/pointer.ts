import type { Pointer } from './document.ts';

/** Caches the pointers of the documents, which every keystroke asks for. Bounded, since requests bring pointers of any number and length. */
const KEPT = 4096;
const LONGEST_KEPT = 256;
const kept = new Map<Pointer, readonly string[]>();

/** `/headers/0/name` → `['headers', '0', 'name']` (RFC 6901). The empty pointer is the whole. */
export function segmentsOf(pointer: Pointer): readonly string[] {
  const known = kept.get(pointer);
  if (known !== undefined) return known;
  const segments = split(pointer);
  if (kept.size < KEPT && pointer.length <= LONGEST_KEPT) kept.set(pointer, segments);
  return segments;
}

function split(pointer: Pointer): string[] {
  if (pointer === '') return [];
  const segments = pointer.slice(1).split('/');
  if (!pointer.includes('~')) return segments;
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function pointerOf(segments: readonly (string | number)[]): Pointer {
  return segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

// `/headers/0/name` becomes `/headers/*/name`: how documents name a field of every item.
export function withoutIndexes(pointer: Pointer): Pointer {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

/** What stands at the pointer, `undefined` when nothing does. Never reaches into prototypes. */
export function valueAt(data: unknown, pointer: Pointer): unknown {
  let value = data;
  for (const segment of segmentsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
}

/**
 * A relative JSON pointer seen from `from`: `1/start` beside `/period/end` is `/period/start`, `0` is itself.
 * `undefined` when it climbs above the root.
 */
export function relativeTo(from: Pointer, relative: string): Pointer | undefined {
  const [, levels = '0', rest = ''] = /^(\d+)(\/.*)?$/s.exec(relative) ?? [];
  const segments = segmentsOf(from);
  const climb = Number(levels);
  if (climb > segments.length) return undefined;
  return pointerOf(segments.slice(0, segments.length - climb)) + rest;
}

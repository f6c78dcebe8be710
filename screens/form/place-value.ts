import type { Pointer } from '#engine/document/document.ts';
import { segmentsOf } from '#engine/document/pointer.ts';

/** The data with the value put at the pointer; `undefined` takes it away. Nothing else is copied. */
export function placeValue<T>(data: T, pointer: Pointer, value: unknown): T {
  return place(data, segmentsOf(pointer), value) as T;
}

function place(data: unknown, segments: readonly string[], value: unknown): unknown {
  const [key, ...rest] = segments;
  if (key === undefined) return value;
  // A number in a place where nothing stands yet is the place of a list's item.
  if (Array.isArray(data) || (data === undefined && /^\d+$/.test(key))) {
    const items: unknown[] = [...((data as unknown[] | undefined) ?? [])];
    items[Number(key)] = place(items[Number(key)], rest, value);
    return items;
  }
  const held = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const placed = place(Object.hasOwn(held, key) ? held[key] : undefined, rest, value);
  if (placed !== undefined) return { ...held, [key]: placed };
  const { [key]: _, ...others } = held;
  return others;
}

import type { Pointer } from '../document/document.ts';
import { segmentsOf } from '../document/pointer.ts';
import type { Answers } from './flow.ts';

/** The answers less what stands at the pointers (array indexes as `*`), and the pointers where something stood. */
export function withoutSecrets(data: Answers, secrets: readonly Pointer[]): { data: Answers; removed: Pointer[] } {
  const removed: Pointer[] = [];
  let kept: unknown = data;
  for (const secret of secrets) kept = without(kept, segmentsOf(secret), '', removed);
  return { data: kept as Answers, removed };
}

function without(value: unknown, [name, ...rest]: readonly string[], at: Pointer, removed: Pointer[]): unknown {
  if (name === undefined || typeof value !== 'object' || value === null) return value;
  if (name === '*' && Array.isArray(value))
    return value.map((item, index) => without(item, rest, `${at}/${index}`, removed));
  if (!Object.hasOwn(value, name)) return value;
  const { [name]: held, ...others } = value as Record<string, unknown>;
  const pointer = `${at}/${name}`;
  if (rest.length > 0) return { ...value, [name]: without(held, rest, pointer, removed) };
  // An empty secret is no loss.
  if (held !== undefined && held !== null && held !== '') removed.push(pointer);
  return others;
}

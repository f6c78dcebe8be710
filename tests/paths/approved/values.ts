import { pointerOf } from '#engine/document/pointer.ts';

/** Every value that holds no other, with its pointer. An empty list or object is a value. */
export function* leaves(value: unknown, at: readonly (string | number)[] = []): Generator<[string, unknown]> {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];
  if (entries.length === 0) {
    if (value !== undefined) yield [pointerOf(at), value];
    return;
  }
  for (const [name, held] of entries) yield* leaves(held, [...at, name]);
}

/** A value in words, short enough for a line. */
export function spelled(value: unknown): string {
  const isPlain = typeof value === 'string' && value !== '';
  const text = isPlain ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 80 ? `${text.slice(0, 60)}… (${text.length} characters)` : text;
}

import type { FlowCase } from '../flow-case.ts';
import type { Path } from '../generator/path.ts';

/** The reply that the path gives to this reading of what is edited; the first of the case where the path does not come so far. */
export function readIn({ steps }: Path, { replies }: FlowCase, effect: string): Record<string, unknown> {
  const known = (replies?.[effect] ?? {}) as Record<string, Record<string, unknown>>;
  const read = steps.map(({ move }) => move).find((move) => move.kind === 'done' && move.effect === effect);
  const found = read?.kind === 'done' ? known[read.reply] : Object.values(known)[0];
  if (found === undefined) throw new Error(`the case names no such reply of ${effect}`);
  return found;
}

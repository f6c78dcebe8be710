import { requireFields } from '../require-fields.ts';
import type { Range } from '../monitors/results/read-results.ts';

const day = 86_400_000;

/** The span that a call asks for: the last day unless it says another. @throws Refused `invalid_input` */
export function rangeOf({ from, to, points = 720 }: { from?: string; to?: string; points?: number }, now: Date): Range {
  const end = to === undefined ? now : new Date(to);
  const begin = from === undefined ? new Date(end.getTime() - day) : new Date(from);
  // A leap second is a valid instant that a Date cannot hold.
  const wrong = (instant: Date) => (Number.isNaN(instant.getTime()) ? 'Please enter a valid date and time' : undefined);
  requireFields({ '/from': wrong(begin), '/to': wrong(end) });
  return { from: begin, to: end, points };
}

import { numberRanges, type NumberRange } from '#engine/vocabulary/number-ranges.ts';

// Conditions are few and their checks many.
const read = new Map<string, readonly NumberRange[]>();
const mostRead = 1000;

/** Whether a status is one of `404, 500-599`; false for a text that cannot be read. */
export function hasStatus(codes: unknown, status: number): boolean {
  if (typeof codes !== 'string') return false;
  let ranges = read.get(codes);
  if (!ranges) {
    ranges = numberRanges(codes, { minimum: 100, maximum: 599 }) ?? [];
    if (read.size >= mostRead) read.clear();
    read.set(codes, ranges);
  }
  return ranges.some(([first, last]) => status >= first && status <= last);
}

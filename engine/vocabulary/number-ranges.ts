/** One number or several in a row, both ends included. */
export type NumberRange = readonly [first: number, last: number];

/**
 * Reads numbers and ranges such as `22, 80, 8000-8010`, each within the bounds and no range backwards; undefined for
 * all else, the empty text included. Page and server read ports (F08-13) and status codes (F08-62) by it.
 */
export function numberRanges(
  text: string,
  { minimum, maximum }: { minimum: number; maximum: number },
): NumberRange[] | undefined {
  const ranges: NumberRange[] = [];
  for (const part of text.split(',')) {
    const [, first, last = first] = /^\s*(\d{1,5})(?:\s*-\s*(\d{1,5}))?\s*$/.exec(part) ?? [];
    if (first === undefined || last === undefined) return undefined;
    const range: NumberRange = [Number(first), Number(last)];
    if (range[0] < minimum || range[1] > maximum || range[0] > range[1]) return undefined;
    ranges.push(range);
  }
  return ranges;
}

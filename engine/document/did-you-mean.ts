/** `; did you mean "required"?` when a known name is two or fewer mistypings away, else nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestTo(name, known);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}

/** The known name that is two or fewer mistypings away, the nearest of several. */
export function nearestTo(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((candidate) => ({ candidate, distance: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.min(2, Math.floor(candidate.length / 2)))
    .sort((a, b) => a.distance - b.distance);
  return nearest?.candidate;
}

/** Levenshtein, row by row. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const [left = 0, above = 0, corner = 0] = [next[j], row[j + 1], row[j]];
      next.push(Math.min(left + 1, above + 1, corner + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

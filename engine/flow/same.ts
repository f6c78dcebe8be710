/** Nothing given is the same however it is spelled. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

function plain(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(plain);
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value)
    .map(([name, held]) => [name, plain(held)] as const)
    .filter(([, held]) => held !== null)
    .sort(([a], [b]) => a.localeCompare(b));
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

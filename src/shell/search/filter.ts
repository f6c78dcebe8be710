import type { CallInput } from '#api/client.ts';

export type SearchFilter = NonNullable<CallInput<'quickSearch'>['body']['filter']>;

/** Filters in display order; `id` is the key of the label and of the shortcut `<word>:`. */
export const searchFilters = [
  'all',
  'DEVICE',
  'MONITOR',
  'ORGANIZATION',
  'LOCATION',
  'TECHNICIAN_USER',
] as const satisfies SearchFilter[];

export const isSearchFilter = (value: unknown): value is SearchFilter =>
  (searchFilters as readonly unknown[]).includes(value);

const shortcuts: Record<string, SearchFilter> = {
  all: 'all',
  device: 'DEVICE',
  devices: 'DEVICE',
  monitor: 'MONITOR',
  monitors: 'MONITOR',
  organization: 'ORGANIZATION',
  organizations: 'ORGANIZATION',
  location: 'LOCATION',
  locations: 'LOCATION',
  technician: 'TECHNICIAN_USER',
  technicians: 'TECHNICIAN_USER',
};

/** Splits `device: shop` into the filter and the remaining query (C05-30). */
export function readShortcut(text: string): { filter: SearchFilter; rest: string } | undefined {
  const [, word = '', rest = ''] = /^\s*(\w+):\s*(.*)$/s.exec(text) ?? [];
  const filter = shortcuts[word.toLowerCase()];
  return filter && { filter, rest };
}

/** Shorter queries are not sent to the server (C05-35). */
export const shortestQuery = 2;

/** C05-02 */
export function searchPath(query: string, filter: SearchFilter): string {
  return `/search?${new URLSearchParams({ searchValue: query, searchFilter: filter }).toString()}`;
}

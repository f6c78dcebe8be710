import Fuse from 'fuse.js';
import type { Place } from './places.ts';

/** C05-44 */
const shortest = 3;

/** Places whose name, category or aliases match, best first; tolerates typos from three characters on. */
export function matchPlaces(places: readonly Place[], query: string): Place[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  if (wanted.length < shortest)
    return places.filter(({ name, aliases }) =>
      [name, ...aliases].some((words) =>
        words
          .toLowerCase()
          .split(' ')
          .some((word) => word.startsWith(wanted)),
      ),
    );
  const fuse = new Fuse(places, {
    // C05-44, C05-45
    threshold: 0.2,
    minMatchCharLength: shortest,
    ignoreLocation: true,
    keys: [
      { name: 'name', weight: 1 },
      { name: 'category', weight: 0.1 },
      { name: 'aliases', weight: 0.1 },
    ],
  });
  return fuse.search(wanted).map(({ item }) => item);
}

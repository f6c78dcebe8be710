import { useSyncExternalStore } from 'react';

/** One page on the way here. `disabled`: known, but it cannot be gone to. */
export interface Crumb {
  path: string;
  title: string;
  disabled?: boolean;
}

const longest = 5;

/**
 * The trail after coming to `crumb`. A page that is on the trail already cuts it back to itself; a page without parents
 * begins a new trail; any other is added, after its parents when there is no trail yet.
 */
export function visited(trail: readonly Crumb[], crumb: Crumb, parents: readonly Crumb[]): Crumb[] {
  const known = trail.findIndex(({ path }) => path === crumb.path);
  if (known >= 0) return [...trail.slice(0, known), crumb];
  if (parents.length === 0) return [crumb];
  const way = trail.length === 0 ? parents : trail;
  return [...way, crumb].slice(-longest);
}

/** C01-11, C01-12: the trail cut back to the crumb and the path to go to; undefined for a disabled or the current crumb. */
export function chosen(trail: readonly Crumb[], index: number): { trail: Crumb[]; path: string } | undefined {
  const crumb = trail[index];
  if (!crumb || crumb.disabled || index === trail.length - 1) return undefined;
  return { trail: trail.slice(0, index + 1), path: crumb.path };
}

let current: readonly Crumb[] = [];
const listeners = new Set<() => void>();

export function setTrail(trail: readonly Crumb[]): void {
  current = trail;
  for (const listener of listeners) listener();
}

export function currentTrail(): readonly Crumb[] {
  return current;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTrail(): readonly Crumb[] {
  return useSyncExternalStore(subscribe, currentTrail);
}

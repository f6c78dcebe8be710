import { useSyncExternalStore } from 'react';

/** One page of the trail. `disabled`: known, but it cannot be gone to. */
export interface Crumb {
  path: string;
  title: string;
  disabled?: boolean;
}

/**
 * The trail of a page: it stands below its parents, whichever page led here, so that the first crumb and the mark of the
 * navigation name the same section.
 */
export function trailOf(crumb: Crumb, parents: readonly Crumb[]): Crumb[] {
  return [...parents, crumb];
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

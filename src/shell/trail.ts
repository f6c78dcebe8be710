import { useSyncExternalStore } from 'react';

/** A page of the breadcrumb trail. `disabled`: shown, but not a link. */
export interface Crumb {
  path: string;
  title: string;
  disabled?: boolean;
}

/**
 * The trail of a page: always its parents, regardless of the page the user came from, so that the first crumb and the
 * navigation show the same section.
 */
export function trailOf(crumb: Crumb, parents: readonly Crumb[]): Crumb[] {
  return [...parents, crumb];
}

/** Truncates the trail to the crumb, with its path (C01-11, C01-12); undefined for a disabled or the current crumb. */
export function truncateTrail(trail: readonly Crumb[], index: number): { trail: Crumb[]; path: string } | undefined {
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

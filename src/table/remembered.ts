import { useCallback, useState } from 'react';

/** What this browser remembers under `cairn.<name>`, or `initial`. */
function remembered<T>(name: string, initial: T, valid: (kept: unknown) => kept is T): T {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`cairn.${name}`) ?? 'null');
    return valid(kept) ? kept : initial;
  } catch {
    return initial;
  }
}

/** State that this browser remembers under `cairn.<name>`; what it kept is taken only if `valid` says so. */
export function useRemembered<T>(
  name: string,
  initial: T,
  valid: (kept: unknown) => kept is T,
): [T, (value: T) => void] {
  const key = `cairn.${name}`;
  const [value, setValue] = useState<T>(() => remembered(name, initial, valid));
  const keep = useCallback(
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // A full or forbidden storage forgets; the choice holds for this page.
      }
    },
    [key],
  );
  return [value, keep];
}

export function isTexts(kept: unknown): kept is string[] {
  return Array.isArray(kept) && kept.every((item) => typeof item === 'string');
}

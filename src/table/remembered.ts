import { useCallback, useState } from 'react';

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** State that this browser remembers under `cairn.<name>`; what it kept is taken only if `valid` says so. */
export function useRemembered<T>(
  name: string,
  initial: T,
  valid: (kept: unknown) => kept is T,
): [T, (value: T) => void] {
  const key = `cairn.${name}`;
  const [value, setValue] = useState<T>(() => {
    const kept = read(key);
    return valid(kept) ? kept : initial;
  });
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

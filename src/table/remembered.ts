import { useCallback, useState } from 'react';

/** Reads `cairn.<name>` from the browser's storage, or returns `initial`. */
function readRemembered<T>(name: string, initial: T, valid: (kept: unknown) => kept is T): T {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`cairn.${name}`) ?? 'null');
    return valid(kept) ? kept : initial;
  } catch {
    return initial;
  }
}

/** State persisted in the browser under `cairn.<name>`; a stored value is used only if `valid` accepts it. */
export function useRemembered<T>(
  name: string,
  initial: T,
  valid: (kept: unknown) => kept is T,
): [T, (value: T) => void] {
  const key = `cairn.${name}`;
  const [value, setValue] = useState<T>(() => readRemembered(name, initial, valid));
  const keep = useCallback(
    (next: T) => {
      setValue(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage is full or forbidden: keep the value for this page only.
      }
    },
    [key],
  );
  return [value, keep];
}

export function isTexts(kept: unknown): kept is string[] {
  return Array.isArray(kept) && kept.every((item) => typeof item === 'string');
}

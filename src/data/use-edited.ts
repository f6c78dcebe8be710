import { useCallback, useState } from 'react';

export interface Edited<T> {
  value: T;
  set: (part: Partial<T>) => void;
  changed: boolean;
  /** Back to what is stored. */
  reset: () => void;
}

/** What a person is changing about stored values: the stored ones show through wherever nothing was changed. */
export function useEdited<T extends object>(stored: T): Edited<T> {
  const [changes, setChanges] = useState<Partial<T>>({});
  const set = useCallback((part: Partial<T>) => setChanges((before) => ({ ...before, ...part })), []);
  const value = { ...stored, ...changes };
  const changed = (Object.keys(changes) as (keyof T)[]).some((key) => changes[key] !== stored[key]);
  return { value, set, changed, reset: useCallback(() => setChanges({}), []) };
}

import { useState } from 'react';

export interface Edit<Own> {
  own: Own;
  /** That the edit began with. */
  revision: number;
  edited: boolean;
  /** Undefined: inherited again. */
  change<Name extends keyof Own>(name: Name, value: Own[Name] | undefined): void;
  discard(): void;
}

/** The own values of a policy or a device as a person edits them; an edit does not follow the stored values. */
export function useOwn<Own extends object>(stored: { own: Own; revision: number }): Edit<Own> {
  const [edited, setEdited] = useState<{ own: Own; revision: number }>();
  const { own, revision } = edited ?? stored;
  return {
    own,
    revision,
    edited: edited !== undefined,
    change: (name, value) => {
      const next = { ...own };
      if (value === undefined) delete next[name];
      else next[name] = value;
      setEdited({ own: next, revision });
    },
    discard: () => setEdited(undefined),
  };
}

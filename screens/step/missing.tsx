import { useEffect, useState, type ReactNode } from 'react';
import { titleAt } from '../form/field-title.ts';
import type { FormStore } from '../form/form-store.ts';
import { fill, useScreenWords } from '../words.tsx';

const NAMED = 3;
/** Told when the person pauses: a sentence that changes under every keystroke is noise, and costs. */
const PAUSE = 250;

/** Which required fields are still empty. */
export function Missing({ store }: { store: FormStore }): ReactNode {
  const words = useScreenWords();
  const [names, setNames] = useState(() => namesOf(store));
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const next = namesOf(store);
      setNames((before) => (before.join('\n') === next.join('\n') ? before : next));
    };
    const leave = store.onData(() => {
      clearTimeout(pause);
      pause = setTimeout(look, PAUSE);
    });
    look();
    return () => {
      clearTimeout(pause);
      leave();
    };
  }, [store]);
  if (names.length === 0) return null;
  const first = names.slice(0, NAMED).join(', ');
  const rest = names.length - NAMED;
  return fill(words.missing, { fields: rest > 0 ? fill(words.missingMore, { fields: first, count: rest }) : first });
}

function namesOf(store: FormStore): string[] {
  return store
    .check()
    .filter(({ keyword }) => keyword === 'required' || keyword === 'notBlank')
    .map(({ pointer }) => titleAt(store.screen, pointer));
}

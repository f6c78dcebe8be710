import { useEffect, useState, type ReactNode } from 'react';
import type { Pointer } from '#engine/document/document.ts';
import { titleAt } from '../form/field-title.ts';
import type { FormStore } from '../form/form-store.ts';
import { fill, useScreenWords } from '../words.tsx';

const NAMED = 3;
/** Told when the person pauses: a sentence that changes under every keystroke is noise, and costs. */
const PAUSE = 250;

/** Which required fields are still empty. */
export function Missing({ store }: { store: FormStore }): ReactNode {
  const words = useScreenWords();
  const [empty, setEmpty] = useState(() => emptyIn(store));
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const next = emptyIn(store);
      setEmpty((before) => (before.join('\n') === next.join('\n') ? before : next));
    };
    const leave = store.onData(() => {
      // What was filled is no longer needed, at once; what else is needed now is asked of the whole form.
      setEmpty((before) => {
        const left = before.filter((pointer) => isEmpty(store.valueAt(pointer)));
        return left.length === before.length ? before : left;
      });
      clearTimeout(pause);
      pause = setTimeout(look, PAUSE);
    });
    look();
    return () => {
      clearTimeout(pause);
      leave();
    };
  }, [store]);
  if (empty.length === 0) return null;
  const names = empty.map((pointer) => titleAt(store.screen, pointer));
  const first = names.slice(0, NAMED).join(', ');
  const rest = names.length - NAMED;
  return fill(words.missing, { fields: rest > 0 ? fill(words.missingMore, { fields: first, count: rest }) : first });
}

function emptyIn(store: FormStore): Pointer[] {
  return store
    .check()
    .filter(({ keyword }) => keyword === 'required' || keyword === 'notBlank')
    .map(({ pointer }) => pointer);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

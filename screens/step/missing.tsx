import { useEffect, useState, type ReactNode } from 'react';
import type { Pointer } from '#engine/document/document.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { titleAt } from '../form/field-title.ts';
import type { FormStore } from '../form/form-store.ts';
import { fill, useScreenWords } from '../words.tsx';

const NAMED = 3;
/** Told when the person pauses: a sentence that changes under every keystroke is noise, and costs. */
const PAUSE = 250;

/** Which required fields are still empty. */
export function Missing({ store }: { store: FormStore }): ReactNode {
  const words = useScreenWords();
  const [{ empty }, setSeen] = useState(() => seenIn(store));
  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    // A form is checked as a whole once for the same answers.
    const look = () =>
      setSeen((before) => (before.store === store && before.data === store.data ? before : seenIn(store)));
    const leave = store.onData(() => {
      // What was filled is no longer needed, at once; what else is needed now is asked of the whole form.
      setSeen((before) => {
        const left = before.empty.filter((pointer) => isEmpty(store.valueAt(pointer)));
        return left.length === before.empty.length ? before : { ...before, empty: left };
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

interface Seen {
  store: FormStore;
  data: Answers;
  empty: Pointer[];
}

function seenIn(store: FormStore): Seen {
  const empty = store
    .check()
    .filter(({ keyword }) => keyword === 'required' || keyword === 'notBlank')
    .map(({ pointer }) => pointer);
  return { store, data: store.data, empty };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { CompiledScreen, Pointer } from '#engine/document/document.ts';
import { withoutIndexes } from '#engine/document/pointer.ts';
import { titleAt } from '../form/field-title.ts';
import { useScreenWords } from '../words.tsx';
import styles from './step.module.css';

/** Help of the field that has the focus, beside the form where there is room (elsewhere it is behind a question mark). */
export function HelpPanel({
  form,
  screen,
}: {
  form: RefObject<HTMLElement | null>;
  screen: CompiledScreen;
}): ReactNode {
  const words = useScreenWords();
  const [pointer, setPointer] = useState<Pointer>();
  const [top, setTop] = useState(0);
  const stands = useRef<HTMLElement>(null);
  useEffect(() => {
    const place = form.current;
    if (!place) return;
    const entered = (event: FocusEvent) => {
      const field = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-pointer]') : null;
      if (!field) return;
      // A field without help has none beside it: that of another would be taken for its own.
      setPointer(helpAround(screen, field.dataset['pointer'] ?? ''));
      stands.current = field;
      follow();
    };
    // Errors and fields that come and go above move the field while it has the focus.
    const follow = () => {
      const field = stands.current;
      if (field) setTop(field.getBoundingClientRect().top - place.getBoundingClientRect().top);
    };
    place.addEventListener('focusin', entered);
    const watch = new ResizeObserver(follow);
    watch.observe(place);
    for (const part of place.querySelectorAll('[data-form-column]')) watch.observe(part);
    return () => {
      watch.disconnect();
      place.removeEventListener('focusin', entered);
    };
  }, [form, screen]);
  const help = pointer && screen.document.help?.[withoutIndexes(pointer)];
  return (
    // The same words are read out with the field itself.
    <aside className={styles.helpPanel} aria-hidden>
      {help && (
        <div className={styles.helpCard} style={{ insetBlockStart: top }}>
          <p className={styles.helpTitle}>{titleAt(screen, pointer) || words.help}</p>
          <p>{help}</p>
        </div>
      )}
    </aside>
  );
}

/** The field itself, or the list it stands in, whichever has help. */
function helpAround(screen: CompiledScreen, pointer: Pointer): Pointer | undefined {
  for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    if (screen.document.help?.[withoutIndexes(place)]) return place;
  }
  return undefined;
}

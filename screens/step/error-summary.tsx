import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { fieldId } from '../form/form-context.tsx';
import { titleAt } from '../form/field-title.ts';
import type { FormStore } from '../form/form-store.ts';
import { fill, useScreenWords } from '../words.tsx';
import styles from './step.module.css';

interface Props {
  store: FormStore;
  idPrefix: string;
  /** Counts the failed submits; each brings the focus here. 0 before the first. */
  attempt: number;
  onChoose(pointer: string): void;
}

/** Everything that is wrong, in the same words as at the fields, each a link to its field. */
export function ErrorSummary({ store, idPrefix, attempt, onChoose }: Props): ReactNode {
  const words = useScreenWords();
  const box = useRef<HTMLDivElement>(null);
  const errors = useSyncExternalStore(
    useCallback((listener: () => void) => store.onErrors(listener), [store]),
    () => store.errors,
  );
  useEffect(() => {
    if (attempt === 0) return;
    box.current?.focus();
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [attempt]);
  if (attempt === 0 || errors.length === 0) return null;
  return (
    <div ref={box} className={styles.alert} role="alert" tabIndex={-1}>
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <p className={styles.alertTitle}>
          {errors.length === 1 ? words.errorsOne : fill(words.errorsMany, { count: errors.length })}
        </p>
        <ul className={styles.alertList}>
          {errors.map(({ pointer, message }) => (
            <li key={pointer}>
              <a
                href={`#${fieldId(idPrefix, pointer)}`}
                onClick={(event) => {
                  event.preventDefault();
                  onChoose(pointer);
                }}
              >
                {titleAt(store.screen, pointer)}: {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

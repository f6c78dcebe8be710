import { IconAlertCircle } from '@tabler/icons-react';
import { useCallback, useSyncExternalStore, type ReactNode } from 'react';
import type { Pointer } from '#engine/document/document.ts';
import { ownTitle } from '../field-title.ts';
import { fieldId, useForm } from '../form-context.tsx';
import styles from './table.module.css';

interface Props {
  pointer: Pointer;
  /** Its fields are in a dialog, so it speaks for them as well. */
  within: boolean;
}

/** What is wrong with a row as a whole, and with its fields where they do not stand in it. */
export function RowErrors({ pointer, within }: Props): ReactNode {
  const { store, idPrefix } = useForm();
  const errors = useSyncExternalStore(
    useCallback((listener: () => void) => store.onErrors(listener), [store]),
    () => store.errors,
  ).filter((error) => error.pointer === pointer || (within && error.pointer.startsWith(`${pointer}/`)));
  if (errors.length === 0) return null;
  return (
    <p id={`${fieldId(idPrefix, pointer)}-error`} className={styles.rowError}>
      <IconAlertCircle size={14} aria-hidden />
      {errors
        .map(({ pointer: at, message }) => (at === pointer ? message : `${ownTitle(store.screen, at)}: ${message}`))
        .join('. ')}
    </p>
  );
}

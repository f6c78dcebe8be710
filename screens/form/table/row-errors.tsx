import { IconAlertCircle } from '@tabler/icons-react';
import { useCallback, useSyncExternalStore, type ReactNode } from 'react';
import type { Pointer } from '#engine/document/document.ts';
import { titleAt } from '../field-title.ts';
import { useForm } from '../form-context.tsx';
import styles from './table.module.css';

/** What is wrong inside a row whose fields are in a dialog. */
export function RowErrors({ pointer }: { pointer: Pointer }): ReactNode {
  const { store } = useForm();
  const errors = useSyncExternalStore(
    useCallback((listener: () => void) => store.onErrors(listener), [store]),
    () => store.errors,
  ).filter((error) => error.pointer.startsWith(`${pointer}/`));
  if (errors.length === 0) return null;
  return (
    <p className={styles.rowError}>
      <IconAlertCircle size={14} aria-hidden />
      {errors.map((error) => `${titleAt(store.screen, error.pointer)}: ${error.message}`).join('. ')}
    </p>
  );
}

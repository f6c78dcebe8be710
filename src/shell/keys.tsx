import { Kbd, Modal } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import styles from './shell.module.css';

/** Whether a plain key belongs to a field, a dialog or a menu instead of the console. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : undefined;
  return (
    target?.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]',
    ) != null
  );
}

/** Calls `act` when the plain key is pressed and nothing else has a use for it. */
export function useKey(key: string, act: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== key || isTaken(event)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [key, act]);
}

const keys = [
  { keys: ['/'], does: 'search' },
  { keys: ['?'], does: 'keys' },
  { keys: ['['], does: 'navigation' },
  { keys: ['Esc'], does: 'close' },
  { keys: ['Tab'], does: 'next' },
  { keys: ['↑', '↓'], does: 'choose' },
  { keys: ['Enter'], does: 'open' },
] as const;

export function KeysModal({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const t = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('keys.title')}
      size={440}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <dl className={styles.keys}>
        {keys.map((entry) => (
          <div key={entry.does} style={{ display: 'contents' }}>
            <dt>
              {entry.keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{t(`keys.${entry.does}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

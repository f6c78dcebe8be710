import { Kbd, Modal } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import styles from './shell.module.css';

/** Whether a field, a dialog or a menu handles this key instead of the console. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : undefined;
  return (
    target?.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]',
    ) != null
  );
}

/** Maximum milliseconds between the two keys of a sequence. */
const patience = 1200;
let first: { key: string; at: number } | undefined;

window.addEventListener(
  'keydown',
  (event) => {
    const [before, now] = [first, performance.now()];
    first = undefined;
    if (isTaken(event) || event.key.length !== 1) return;
    const second = before && now - before.at < patience ? `${before.key} ${event.key}` : undefined;
    const [act] = (second && acts.get(second)?.slice(-1)) || acts.get(event.key)?.slice(-1) || [];
    if (act) {
      event.preventDefault();
      act();
    } else if ([...acts.keys()].some((keys) => keys.startsWith(`${event.key} `))) first = { key: event.key, at: now };
  },
  // Not in the capture phase: a menu or list that the key opens must not receive the key.
  false,
);
const acts = new Map<string, (() => void)[]>();

/** Calls `act` on a plain key or a sequence of two (`g m`), unless something else handles it. */
export function useKey(keys: string, act: () => void): void {
  useEffect(() => {
    acts.set(keys, [...(acts.get(keys) ?? []), act]);
    return () => {
      const left = acts.get(keys)?.filter((each) => each !== act) ?? [];
      if (left.length > 0) acts.set(keys, left);
      else acts.delete(keys);
    };
  }, [keys, act]);
}

/** Calls `act` on Ctrl+key (Cmd on a Mac), also inside fields; behind a dialog only with `alsoInDialogs`. */
export function useControlKey(key: string, act: () => void, { alsoInDialogs = false } = {}): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== key || event.altKey || event.shiftKey || event.ctrlKey === event.metaKey) return;
      if (event.defaultPrevented) return;
      // Override the browser's own shortcut.
      event.preventDefault();
      if (alsoInDialogs || document.querySelector('[role="dialog"][aria-modal="true"]') === null) act();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [key, act, alsoInDialogs]);
}

const keys = [
  { keys: ['/'], does: 'search' },
  { keys: ['Ctrl', 'K'], does: 'searchAlways' },
  { keys: ['c'], does: 'add' },
  { keys: ['g', 'd'], does: 'goDashboard' },
  { keys: ['g', 'o'], does: 'goOrganizations' },
  { keys: ['g', 'v'], does: 'goDevices' },
  { keys: ['g', 'm'], does: 'goMonitors' },
  { keys: ['g', 'a'], does: 'goAlerts' },
  { keys: ['j'], does: 'nextRow' },
  { keys: ['k'], does: 'previousRow' },
  { keys: ['e'], does: 'edit' },
  { keys: ['Ctrl', 'Enter'], does: 'submit' },
  { keys: ['['], does: 'navigation' },
  { keys: ['?'], does: 'keys' },
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

import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Logo } from '../parts/logo.tsx';
import { useWords } from '../words/words.ts';
import styles from './flow.module.css';

interface Props {
  title: string;
  /** Whether the draft is kept. */
  note?: ReactNode;
  /** Absent where there is nothing to save: the button is then hidden (C01-08). */
  onSave?: (() => void) | undefined;
  /** May be vetoed by who handles it (C01-09); without a veto it leaves the full screen (C01-10). */
  onClose: () => void;
  /** Absent while an effect is under way that cannot be left. */
  closable?: boolean;
  /** The logo's way to the dashboard (C01-06). */
  onHome: () => void;
  children: ReactNode;
}

/** The full-screen editor: logo, Save and Close above what is edited (C01-05 … C01-10). */
export function EditorShell({ title, note, onSave, onClose, closable = true, onHome, children }: Props): ReactNode {
  const t = useWords();
  return (
    <div className={styles.editor}>
      <header className={styles.editorHeader}>
        <a
          href="#/systemDashboard/overview"
          className={styles.home}
          aria-label={t('flow.home')}
          onClick={(event) => {
            // A new tab leaves nothing.
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onHome();
          }}
        >
          <Logo />
        </a>
        <span className={styles.editorTitle}>{title}</span>
        <span className={styles.editorNote}>{note}</span>
        {onSave !== undefined && <Button onClick={onSave}>{t('flow.save')}</Button>}
        <Button variant="default" leftSection={<IconX size={15} aria-hidden />} onClick={onClose} disabled={!closable}>
          {t('flow.close')}
        </Button>
      </header>
      <main id="main" tabIndex={-1} className={styles.editorMain}>
        {children}
      </main>
    </div>
  );
}

import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import type { FlowSession } from './flow-session.ts';
import styles from './flow.module.css';
import { useOtherEditors } from './use-other-editors.ts';

/** Who else has the entity open. Empty while nobody has, so that a screen reader announces the first one. */
export function OtherEditors({ session, open }: { session: FlowSession; open: boolean }): ReactNode {
  const t = useWords();
  const names = useOtherEditors(session, open);
  const list = new Intl.ListFormat(document.documentElement.lang || 'en', { type: 'conjunction' });
  return (
    <div className={styles.others} role="status">
      {names.length > 0 ? (
        <>
          <IconUsers size={15} stroke={1.6} aria-hidden />
          <span>{t('flow.alsoOpen', { names: list.format(names) })}</span>
        </>
      ) : null}
    </div>
  );
}

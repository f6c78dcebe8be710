import type { ReactNode } from 'react';
import type { WordChange } from '#api/contract/console-words.ts';
import { languageName } from '#engine/document/languages.ts';
import { useAct } from '../../data/use-act.ts';
import { relearn, useWords } from '../../words/words.ts';
import { PublishDialog } from './publish-dialog.tsx';
import styles from './screen-editor.module.css';
import { inOneCall } from './use-word-changes.ts';

interface Props {
  language: string;
  /** Number of the version that was changed. */
  base: number;
  changes: readonly WordChange[];
  onPublished: (changes: readonly WordChange[]) => void;
  onClose: () => void;
}

/** More changes are only counted. */
const MOST_LISTED = 20;

/** Says what changes, and publishes as much of it as one call takes. */
export function PublishWords({ language, base, changes, onPublished, onClose }: Props): ReactNode {
  const t = useWords();
  const publish = useAct('publishConsoleWords', {
    done: ({ number }) => t('studio.editor.published', { number }),
    failed: t('studio.words.publishFailed'),
    refresh: ['readEditedWords', 'listLanguages'],
  });
  const taken = inOneCall(changes);
  const left = changes.length - taken.length;
  const run = async (note: string): Promise<void> => {
    const body = { base, note, changes: taken };
    if ((await publish.run({ params: { language }, body })) === undefined) return;
    // This page goes on with the words of before where the new ones cannot be read.
    await relearn(language).catch(() => undefined);
    onPublished(taken);
  };
  return (
    <PublishDialog
      title={t('studio.words.publishTitle', { language: languageName(language) })}
      text={t('studio.words.publishText')}
      act={t('studio.words.publishAct')}
      busy={publish.busy}
      failure={publish.failure?.message}
      onPublish={(note) => void run(note)}
      onClose={onClose}
    >
      <div className={styles.changes}>
        <ul>
          {taken.slice(0, MOST_LISTED).map(({ key, from, text }) => (
            <li key={key}>
              {text === ''
                ? t('studio.words.untranslated', { english: from })
                : t('studio.words.translated', { english: from, after: text })}
            </li>
          ))}
        </ul>
        {taken.length > MOST_LISTED ? (
          <p className={styles.quiet}>{t('studio.words.andMore', { count: taken.length - MOST_LISTED })}</p>
        ) : null}
        {left > 0 ? <p className={styles.quiet}>{t('studio.words.later', { count: left })}</p> : null}
      </div>
    </PublishDialog>
  );
}

import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { languageName } from '#engine/document/languages.ts';
import { useAct } from '../../data/use-act.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { relearn, useWords } from '../../words/words.ts';
import styles from './screen-editor.module.css';
import { VersionList } from './version-list.tsx';

interface Props {
  language: string;
  edited: CallReply<'readEditedWords'>;
}

/** The published versions of a language. Each of them can be published again, and so can English. */
export function WordVersions({ language, edited: { number, versions } }: Props): ReactNode {
  const t = useWords();
  const [back, setBack] = useState<number>();
  const roll = useAct('rollBackConsoleWords', {
    done: t('studio.words.rolledBack'),
    failed: t('studio.words.rollBackFailed'),
    refresh: ['readEditedWords', 'listLanguages'],
  });
  return (
    <VersionList
      versions={versions}
      number={number}
      none={t('studio.words.noVersions')}
      first={t('studio.words.english')}
      canRollBack={(version) => (version === 0 ? versions[0]?.count !== 0 : version.number !== number)}
      onRollBack={setBack}
      extra={({ count }) => <span className={styles.quiet}>{t('studio.words.count', { count })}</span>}
    >
      <ConfirmModal
        opened={back !== undefined}
        title={
          back === 0
            ? t('studio.words.rollBackEnglish', { language: languageName(language) })
            : t('studio.words.rollBackTitle', { language: languageName(language), number: back })
        }
        text={t('studio.words.rollBackText')}
        act={t('studio.editor.rollBack')}
        busy={roll.busy}
        failure={roll.failure?.message}
        onConfirm={() =>
          void roll.run({ params: { language }, body: { number: back ?? 0 } }).then(async (done) => {
            if (done === undefined) return;
            await relearn(language).catch(() => undefined);
            setBack(undefined);
          })
        }
        onClose={() => setBack(undefined)}
      />
    </VersionList>
  );
}

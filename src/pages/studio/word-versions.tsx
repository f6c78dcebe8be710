import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { languageName } from '#engine/document/languages.ts';
import { useAct } from '../../data/use-act.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { relearn, useWords } from '../../words/words.ts';
import styles from './screen-editor.module.css';

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
  const button = (to: number): ReactNode => (
    <Button size="compact-xs" variant="default" onClick={() => setBack(to)}>
      {t('studio.editor.rollBack')}
    </Button>
  );
  return (
    <Card
      title={t('studio.editor.versions')}
      {...(versions.length > 0 && { count: versions.length })}
      flush={versions.length > 0}
    >
      {versions.length === 0 ? (
        <p className={styles.quiet}>{t('studio.words.noVersions')}</p>
      ) : (
        <ul className={styles.versions} aria-label={t('studio.editor.versions')}>
          {versions.map((version) => (
            <li key={version.number}>
              <span className={styles.versionNumber}>
                {t('studio.editor.version', { number: version.number })}
                {version.number === number ? (
                  <span className={parts.quiet}> · {t('studio.editor.current')}</span>
                ) : null}
              </span>
              <span className={styles.versionNote}>{version.note}</span>
              <span className={styles.quiet}>{t('studio.words.count', { count: version.count })}</span>
              <span className={styles.quiet}>
                {version.publishedBy} · <When at={version.publishedAt} />
              </span>
              {version.number === number ? null : button(version.number)}
            </li>
          ))}
          <li>
            <span className={styles.versionNumber}>{t('studio.words.english')}</span>
            <span className={styles.versionNote} />
            {versions[0]?.count === 0 ? null : button(0)}
          </li>
        </ul>
      )}
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
    </Card>
  );
}

import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import { ScreenChanges } from './screen-changes.tsx';
import styles from './screen-editor.module.css';

interface Props {
  edited: CallReply<'readEditedScreen'>;
  title: string;
  onRolledBack: () => void;
}

/** The published versions of a screen. Each of them and the built-in screen can be published again. */
export function ScreenVersions({ edited, title, onRolledBack }: Props): ReactNode {
  const t = useWords();
  const [back, setBack] = useState<number>();
  const { flow, screen, versions, shipped, text, number } = edited;
  const roll = useAct('rollBackScreen', {
    done: t('studio.editor.rolledBack'),
    failed: t('studio.editor.rollBackFailed'),
  });
  const to = back === 0 ? shipped : versions.find((one) => one.number === back)?.text;
  return (
    <Card
      title={t('studio.editor.versions')}
      {...(versions.length > 0 && { count: versions.length })}
      flush={versions.length > 0}
    >
      {versions.length === 0 ? (
        <p className={styles.quiet}>{t('studio.editor.noVersions')}</p>
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
              <span className={styles.quiet}>
                {version.publishedBy} · <When at={version.publishedAt} />
              </span>
              {version.text === text ? null : (
                <Button size="compact-xs" variant="default" onClick={() => setBack(version.number)}>
                  {t('studio.editor.rollBack')}
                </Button>
              )}
            </li>
          ))}
          <li>
            <span className={styles.versionNumber}>{t('studio.editor.shippedVersion')}</span>
            <span className={styles.versionNote} />
            {shipped === text ? null : (
              <Button size="compact-xs" variant="default" onClick={() => setBack(0)}>
                {t('studio.editor.rollBack')}
              </Button>
            )}
          </li>
        </ul>
      )}
      <ConfirmModal
        opened={back !== undefined}
        title={
          back === 0
            ? t('studio.editor.rollBackShipped', { title })
            : t('studio.editor.rollBackTitle', { title, number: back })
        }
        text={t('studio.editor.rollBackText')}
        act={t('studio.editor.rollBack')}
        busy={roll.busy}
        failure={roll.failure?.message}
        onConfirm={() =>
          void roll.run({ params: { flow, screen }, body: { number: back ?? 0 } }).then((done) => {
            if (done === undefined) return;
            setBack(undefined);
            onRolledBack();
          })
        }
        onClose={() => setBack(undefined)}
      >
        {to === undefined ? null : <ScreenChanges before={text} after={to} />}
      </ConfirmModal>
    </Card>
  );
}

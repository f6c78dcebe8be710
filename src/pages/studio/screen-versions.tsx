import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { useWords } from '../../words/words.ts';
import { ScreenChanges } from './screen-changes.tsx';
import styles from './screen-editor.module.css';
import { VersionList } from './version-list.tsx';

interface Props {
  edited: CallReply<'readEditedScreen'>;
  title: string;
  onRolledBack: () => void;
}

/** The published versions of a screen. Each of them and the built-in screen can be published again. */
export function ScreenVersions({ edited, title, onRolledBack }: Props): ReactNode {
  const t = useWords();
  const [back, setBack] = useState<number>();
  const { flow, screen, versions, shipped, text, number, organization } = edited;
  const roll = useAct('rollBackScreen', {
    done: t('studio.editor.rolledBack'),
    failed: t('studio.editor.rollBackFailed'),
  });
  const to = back === 0 ? shipped : versions.find((one) => one.number === back)?.text;
  return (
    <VersionList
      versions={versions}
      number={number}
      none={organization === null ? t('studio.editor.noVersions') : t('studio.editor.noVariants', { organization })}
      first={t(organization === null ? 'studio.editor.shippedVersion' : 'studio.editor.generalVersion')}
      canRollBack={(version) => (version === 0 ? shipped : version.text) !== text}
      onRollBack={setBack}
      extra={({ commit, notCommitted }) =>
        commit !== null ? (
          <span className={styles.commit} title={commit}>
            {t('studio.repository.commit', { id: commit.slice(0, 7) })}
          </span>
        ) : notCommitted === '' ? null : (
          <span className={styles.notCommitted}>{t('studio.repository.notCommitted', { reason: notCommitted })}</span>
        )
      }
    >
      <ConfirmModal
        opened={back !== undefined}
        title={
          back === 0
            ? organization === null
              ? t('studio.editor.rollBackShipped', { title })
              : t('studio.editor.rollBackGeneral', { title, organization })
            : t('studio.editor.rollBackTitle', { title, number: back })
        }
        text={
          back === 0 && organization !== null
            ? t('studio.editor.rollBackGeneralText', { organization })
            : t('studio.editor.rollBackText')
        }
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
    </VersionList>
  );
}

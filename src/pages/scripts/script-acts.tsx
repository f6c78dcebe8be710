import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { libraryPath, scriptPath } from '../../shell/script-paths.ts';
import { useWords } from '../../words/words.ts';
import { NameModal } from './name-modal.tsx';

interface Script {
  id: number;
  name: string;
}
interface Props {
  script: Script;
  onClose(): void;
}

/** C12-18 */
export function RenameScript({ script: { id, name }, onClose }: Props): ReactNode {
  const t = useWords();
  const rename = useAct('renameScript', {
    done: t('script.renamed'),
    failed: t('script.renameFailed'),
    refresh: ['listScripts', 'readScript'],
  });
  return (
    <NameModal
      title={t('script.renameTitle', { name })}
      act={t('script.rename')}
      begin={name}
      busy={rename.busy}
      refused={rename.failure?.fields?.['/name']}
      onClose={onClose}
      onSave={(wanted) => void rename.run({ params: { id }, body: { name: wanted } }).then((done) => done && onClose())}
    />
  );
}

/** C12-17 */
export function CopyScript({ script: { id, name }, onClose }: Props): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const copy = useAct('copyScript', {
    done: t('script.copied'),
    failed: t('script.copyFailed'),
    refresh: ['listScripts'],
  });
  return (
    <NameModal
      title={t('script.copyTitle', { name })}
      act={t('copy')}
      begin={t('script.copyName', { name }).slice(0, 100)}
      busy={copy.busy}
      refused={copy.failure?.fields?.['/name']}
      onClose={onClose}
      onSave={(wanted) =>
        void copy.run({ body: { fromId: id, name: wanted } }).then((done) => {
          if (!done) return;
          onClose();
          void navigate({ to: scriptPath(done.id) });
        })
      }
    />
  );
}

/** Warns as specified (C12-29), and says where the script ran lately. */
export function DeleteScript({ script: { id, name }, onClose }: Props): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const runs = useCall('listScriptRuns', { query: { scriptId: id } });
  const remove = useAct('removeScript', {
    done: t('script.deleted'),
    failed: t('script.deleteFailed'),
    refresh: ['listScripts', 'listScriptRuns'],
  });
  const confirm = async (): Promise<void> => {
    if (!(await remove.run({ params: { id } }))) return;
    onClose();
    void navigate({ to: libraryPath });
  };
  return (
    <ConfirmModal
      opened
      danger
      title={t('script.deleteTitle', { name })}
      text={t('script.deleteText')}
      act={t('script.delete')}
      busy={remove.busy}
      failure={remove.failure?.message}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <DataState of={runs} failed={t('script.runsFailed')}>
        {(all) => {
          const running = all.filter((each) => each.running > 0).length;
          return (
            <p style={{ margin: 0 }}>
              {running > 0 ? t('script.deleteRunning', { count: running }) : t('script.deleteNotRunning')}
            </p>
          );
        }}
      </DataState>
    </ConfirmModal>
  );
}

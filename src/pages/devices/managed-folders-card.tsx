import type { ReactNode } from 'react';
import { useAct } from '../../data/use-act.ts';
import { useCall, useRefresh } from '../../data/use-call.ts';
import { useWords } from '../../words/words.ts';
import { ConfiguredCard } from './configured-card.tsx';
import { ManagedFolderFacts } from './managed-folder-facts.tsx';

/** The folders that the image manager of a computer looks after, and whether the agent has their settings (F07-01). */
export function ManagedFoldersCard({ id, zone }: { id: number; zone: string }): ReactNode {
  const t = useWords();
  const refresh = useRefresh();
  const folders = useCall('listManagedFolders', { params: { id } }, { refetchEverySeconds: 30 });
  const remove = useAct('removeManagedFolder', {
    done: t('managedFolder.deleted'),
    failed: t('managedFolder.deleteFailed'),
    refresh: ['listManagedFolders'],
  });
  return (
    <ConfiguredCard
      id={id}
      flowId="managed-folder"
      list={folders}
      nameOf={({ folderPath }) => folderPath}
      note={(folder) => <ManagedFolderFacts folder={folder} zone={zone} />}
      removal={{ ...remove, run: async (folder) => (await remove.run({ params: { id: folder } })) !== undefined }}
      onChanged={() => refresh('listManagedFolders')}
      words={{
        title: t('managedFolder.title'),
        text: t('managedFolder.text'),
        add: t('managedFolder.add'),
        none: t('managedFolder.none'),
        noneText: t('managedFolder.noneText'),
        failed: t('managedFolder.failed'),
        remove: t('managedFolder.delete'),
        removeTitle: (name) => t('managedFolder.deleteTitle', { name }),
        removeText: t('managedFolder.deleteText'),
      }}
    />
  );
}

import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { localText } from '#engine/vocabulary/instant.ts';
import { keepsAll, keptImages, nextConsolidations } from '#schemas/managed-folder/kept.ts';
import { KeptChips } from '#screens/shared/kept-images.tsx';
import { RunTimeline } from '#screens/shared/run-timeline.tsx';
import { useNow } from '#screens/shared/use-now.ts';
import { useWords } from '../../words/words.ts';

type Folder = CallReply<'listManagedFolders'>['items'][number];

const SHOWN = 4;

/** How a folder is verified and consolidated, and which restore points its retention keeps. */
export function ManagedFolderFacts({ folder, zone }: { folder: Folder; zone: string }): ReactNode {
  const t = useWords();
  const today = localText(useNow(), zone).slice(0, 10);
  const kept = keptImages(folder, today);
  const merges = nextConsolidations(folder, today, SHOWN).map(({ day, images }) => ({ at: day, kind: images }));
  return (
    <>
      {folder.description ? <p>{folder.description}</p> : null}
      <p>
        <AccessWords folder={folder} />
      </p>
      <p>
        <VerificationWords folder={folder} />
      </p>
      <p>
        <ConsolidationWords folder={folder} />
      </p>
      {merges.length > 0 ? (
        <RunTimeline runs={merges} label={t('managedFolder.nextMerges', { path: folder.folderPath })} />
      ) : null}
      <p>{keepsAll(folder) ? t('managedFolder.keepsAll') : t('managedFolder.keeps')}</p>
      {kept ? <KeptChips kept={kept} label={t('managedFolder.kept', { path: folder.folderPath })} /> : null}
      {kept && folder.moveConsolidatedImagesToSubDirectory ? <p>{t('managedFolder.moved')}</p> : null}
    </>
  );
}

function AccessWords({ folder }: { folder: Folder }): ReactNode {
  const t = useWords();
  const { folderCredentialsDomainOrComputerOrNASName: domain = '', folderCredentialsUserName: user = '' } = folder;
  const signIn =
    folder.authenticationType === 'DEFAULT_CREDENTIAL'
      ? t('managedFolder.defaultCredentials')
      : t('managedFolder.user', { user: domain === '' ? user : `${domain}\\${user}` });
  return `${signIn} ${folder.imagePasswordType === 'NONE' ? '' : t('managedFolder.imagePassword')}`;
}

function VerificationWords({ folder }: { folder: Folder }): ReactNode {
  const t = useWords();
  const { reverifyIntervalDays: count, throttleOverridePercent: percent } = folder;
  const words = [
    folder.immediatelyVerifyImageFiles ? t('managedFolder.verifiesNew') : undefined,
    folder.reverifyImageFiles ? t('managedFolder.reverifies', { count }) : undefined,
  ].filter((each) => each !== undefined);
  const slow = percent === 100 ? undefined : t('managedFolder.throttle', { percent });
  return [...(words.length > 0 ? words : [t('managedFolder.verifiesNothing')]), slow].filter(Boolean).join(' ');
}

function ConsolidationWords({ folder }: { folder: Folder }): ReactNode {
  const t = useWords();
  if (!folder.consolidationEnabled) return t('managedFolder.mergesNothing');
  const dayOf = (day: string) => t(`managedFolder.day_${day}`, { defaultValue: day });
  const { relativeWeekNumber: number = '', monthlyConsolidationDayOfWeek: weekDay = '' } = folder;
  const month = folder.monthlyConsolidationRelative
    ? t(`managedFolder.week_${number}`, { day: dayOf(weekDay), defaultValue: number })
    : t('managedFolder.monthDay', { day: folder.monthlyConsolidationDay });
  return t('managedFolder.merges', { day: dayOf(folder.weeklyConsolidationDay), month });
}

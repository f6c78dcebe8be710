import { Loader, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheckFilled, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import type { DeploymentState, directoryStatuses } from '#api/contract/directory.ts';
import { Tag, type Tone } from '#screens/shared/tag.tsx';
import parts from '../../parts/parts.module.css';
import { useWords } from '../../words/words.ts';
import styles from './directory.module.css';

type Device = CallReply<'listDirectoryDevices'>['items'][number];

type Status = (typeof directoryStatuses)[number];

const tones: Readonly<Record<Status, Tone>> = { NEW: 'idle', APPROVED: 'good', PENDING: 'warn', REJECTED: 'idle' };

export function DecisionTag({ status }: { status: Status }): ReactNode {
  const t = useWords();
  return <Tag tone={tones[status]}>{t(`directoryStatus.${status}`)}</Tag>;
}

const marks: Readonly<Record<DeploymentState, { tone: Tone; icon: ReactNode }>> = {
  none: { tone: 'idle', icon: null },
  waiting: { tone: 'idle', icon: <IconClock size={15} aria-hidden /> },
  installing: { tone: 'idle', icon: <Loader size={13} /> },
  started: { tone: 'idle', icon: <IconClock size={15} aria-hidden /> },
  failed: { tone: 'warn', icon: <IconAlertTriangle size={15} aria-hidden /> },
  installed: { tone: 'good', icon: <IconCircleCheckFilled size={15} aria-hidden /> },
};

/** How far the agent on a computer is; what stood in the way is told beside the pointer. */
export function DeploymentStatus({ deployment, reason }: Pick<Device, 'deployment' | 'reason'>): ReactNode {
  const t = useWords();
  if (deployment === 'none') return null;
  const { tone, icon } = marks[deployment];
  return (
    <Tooltip label={reason} disabled={deployment !== 'failed' || reason === ''} multiline maw={340}>
      <span className={`${parts.status} ${styles.deployment}`} data-tone={tone}>
        {icon}
        {t(`directoryDeployment.${deployment}`)}
      </span>
    </Tooltip>
  );
}

import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '#screens/shared/format.ts';
import { Tag, type Tone } from '#screens/shared/tag.tsx';
import { useAct } from '../../data/use-act.ts';
import { useCall, useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { SettingLine } from '../../parts/setting-line.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import { BackupJobFacts } from './backup-job-facts.tsx';
import styles from './backup-jobs.module.css';

type Jobs = CallReply<'listBackupJobs'>;
type Job = Jobs['items'][number];
type Opened = { what: 'add' } | { what: 'edit' | 'delete'; job: Job };

const toneOf: Readonly<Record<Jobs['delivery']['state'], Tone>> = {
  none: 'idle',
  waiting: 'warn',
  applied: 'good',
  refused: 'bad',
  unable: 'bad',
};

/** The backup jobs of a computer, and whether its agent has them (F06-01). */
export function BackupJobsCard({ id, zone }: { id: number; zone: string }): ReactNode {
  const t = useWords();
  const may = useMay();
  const refresh = useRefresh();
  const jobs = useCall('listBackupJobs', { params: { id } }, { refetchEverySeconds: 30 });
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const mayChange = may('NODE:Update');
  return (
    <div className={styles.whole}>
      <Card
        title={t('backupJob.title')}
        count={jobs.data?.items.length}
        text={t('backupJob.text')}
        actions={
          mayChange ? (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setOpened({ what: 'add' })}
            >
              {t('backupJob.add')}
            </Button>
          ) : null
        }
      >
        <DataState of={jobs} failed={t('backupJob.failed')}>
          {({ items, delivery }) => (
            <>
              {delivery.state === 'none' ? null : <Delivery delivery={delivery} />}
              {items.length === 0 ? (
                <Message title={t('backupJob.none')} text={t('backupJob.noneText')} />
              ) : (
                items.map((job) => (
                  <JobLine key={job.id} job={job} zone={zone} {...(mayChange && { onOpen: setOpened })} />
                ))
              )}
              {items.length === 0 ? null : <p className={styles.quiet}>{t('backupJob.zone', { zone })}</p>}
            </>
          )}
        </DataState>
      </Card>
      {opened?.what === 'add' || opened?.what === 'edit' ? (
        <FlowHost
          flowId="backup-job"
          {...(opened.what === 'edit'
            ? { mode: 'EDIT', subject: String(opened.job.id) }
            : { mode: 'NEW', answers: { basic: { nodeId: id } } })}
          onEnded={() => {
            close();
            refresh('listBackupJobs');
          }}
        />
      ) : null}
      {opened?.what === 'delete' ? <DeleteJob job={opened.job} onClose={close} /> : null}
    </div>
  );
}

function Delivery({ delivery: { state, version, at, reason } }: { delivery: Jobs['delivery'] }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const words = ((): string => {
    switch (state) {
      case 'applied':
        return t('backupJob.applied', { version, time: at === null ? '' : format.exact(at) });
      case 'refused':
        return t('backupJob.refused', { version, reason });
      case 'unable':
        return t('backupJob.unable');
      default:
        return t('backupJob.waiting', { version });
    }
  })();
  return (
    <p className={styles.delivery} role="status">
      <Tag tone={toneOf[state]}>{t(`backupJob.delivery_${state}`)}</Tag>
      <span>{words}</span>
    </p>
  );
}

function JobLine({ job, zone, onOpen }: { job: Job; zone: string; onOpen?: (opened: Opened) => void }): ReactNode {
  const t = useWords();
  const { jobName: name, enabled } = job;
  return (
    <SettingLine
      title={
        <>
          {name} {enabled ? null : <Tag tone="idle">{t('backupJob.disabled')}</Tag>}
        </>
      }
      note={<BackupJobFacts job={job} zone={zone} />}
      actions={
        onOpen ? (
          <Menu>
            <Menu.Target>
              <ActionIcon variant="default" aria-label={t('backupJob.actionsOf', { name })}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen({ what: 'edit', job })}>
                {t('edit')}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() => onOpen({ what: 'delete', job })}
              >
                {t('backupJob.delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ) : null
      }
    />
  );
}

function DeleteJob({ job: { id, jobName: name }, onClose }: { job: Job; onClose: () => void }): ReactNode {
  const t = useWords();
  const remove = useAct('removeBackupJob', {
    done: t('backupJob.deleted'),
    failed: t('backupJob.deleteFailed'),
    refresh: ['listBackupJobs'],
  });
  return (
    <ConfirmModal
      opened
      danger
      title={t('backupJob.deleteTitle', { name })}
      text={t('backupJob.deleteText')}
      act={t('backupJob.delete')}
      busy={remove.busy}
      failure={remove.failure?.message}
      onClose={onClose}
      onConfirm={() => void remove.run({ params: { id } }).then((done) => done && onClose())}
    />
  );
}

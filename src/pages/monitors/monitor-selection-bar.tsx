import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlayerPause, IconPlayerPlay, IconTrash, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { callApi } from '#api/client.ts';
import { CallFailed } from '#api/call-failed.ts';
import { useRefresh } from '../../data/use-call.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { useMay } from '../../session/session.ts';
import styles from '../../table/data-table.module.css';
import { useWords } from '../../words/words.ts';
import type { MonitorRow } from './monitor-columns.tsx';

type Doing = 'pause' | 'resume' | 'delete';

function make(doing: Doing, id: number): Promise<unknown> {
  switch (doing) {
    case 'delete':
      return callApi('removeMonitor', { params: { id } });
    case 'pause':
    case 'resume':
      return callApi('enableMonitor', { params: { id }, body: { enabled: doing === 'resume' } });
    default:
      throw new Error(`nobody does ${String(doing satisfies never)}`);
  }
}

/** Does one thing to every chosen monitor, in turn; what failed is told and stays chosen no longer than the rest. */
export function MonitorSelectionBar({
  selected,
  onDone,
}: {
  selected: readonly MonitorRow[];
  onDone: () => void;
}): ReactNode {
  const t = useWords();
  const may = useMay();
  const refresh = useRefresh();
  const [doing, setDoing] = useState<Doing>();
  const [deleting, setDeleting] = useState(false);
  const count = selected.length;

  const go = async (what: Doing, monitors: readonly MonitorRow[]): Promise<void> => {
    setDoing(what);
    let done = 0;
    for (const { id, monitorName } of monitors) {
      try {
        await make(what, id);
        done += 1;
      } catch (error) {
        notifications.show({
          title: t('device.saveFailed'),
          message: `${monitorName}: ${error instanceof CallFailed ? error.message : t('failure.unknown')}`,
          color: 'red',
          autoClose: 8000,
          closeButtonProps: { 'aria-label': t('close') },
        });
      }
    }
    if (done > 0)
      notifications.show({
        message: t(`selection.${what}Done`, { count: done }),
        color: 'green',
        closeButtonProps: { 'aria-label': t('close') },
      });
    refresh('listMonitors', 'readMonitor', 'systemOverview', 'listAlerts');
    setDoing(undefined);
    setDeleting(false);
    onDone();
  };

  const running = selected.filter(({ enabled }) => enabled);
  const paused = selected.filter(({ enabled }) => !enabled);
  return (
    <div className={styles.selectionBar} role="region" aria-label={t('selection.label')}>
      <span aria-live="polite">{t('selection.count', { count })}</span>
      {may('NODE:Update') && running.length > 0 ? (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={16} />}
          loading={doing === 'pause'}
          disabled={doing !== undefined}
          onClick={() => void go('pause', running)}
        >
          {t('monitor.pause')}
        </Button>
      ) : null}
      {may('NODE:Update') && paused.length > 0 ? (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          loading={doing === 'resume'}
          disabled={doing !== undefined}
          onClick={() => void go('resume', paused)}
        >
          {t('monitor.resume')}
        </Button>
      ) : null}
      {may('NODE:Delete') ? (
        <Button
          variant="default"
          c="var(--cairn-bad)"
          leftSection={<IconTrash size={16} />}
          disabled={doing !== undefined}
          onClick={() => setDeleting(true)}
        >
          {t('delete')}
        </Button>
      ) : null}
      <Button variant="subtle" color="gray" leftSection={<IconX size={16} />} onClick={onDone} ml="auto">
        {t('selection.clear')}
      </Button>
      <ConfirmModal
        opened={deleting}
        danger
        title={t('selection.deleteTitle', { count })}
        text={t('selection.deleteText', { count })}
        act={t('selection.delete', { count })}
        busy={doing === 'delete'}
        onClose={() => setDeleting(false)}
        onConfirm={() => void go('delete', selected)}
      />
    </div>
  );
}

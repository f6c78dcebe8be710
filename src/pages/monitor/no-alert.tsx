import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Notice } from '../../parts/notice.tsx';
import { useMay } from '../../session/session.ts';
import { editMonitorPath } from '../../shell/add-paths.ts';
import { useWords } from '../../words/words.ts';
import styles from './monitor.module.css';

type Monitor = CallReply<'readMonitor'>;

/** Why a monitor that is down has no open alert: without it, the two seem to contradict each other. */
export function NoAlert({ monitor }: { monitor: Monitor }): ReactNode {
  const t = useWords();
  const may = useMay();
  const { id, noAlertReason } = monitor;
  // Maintenance says so itself.
  if (noAlertReason === null || noAlertReason === 'MAINTENANCE') return null;
  const lacks = noAlertReason === 'NO_CONDITION' || noAlertReason === 'NOT_COVERED';
  return (
    <div className={styles.above}>
      <Notice
        title={t(lacks ? 'noAlert.title' : 'noAlert.yet')}
        text={noAlertReason === 'WAITING' ? waitsFor(t, monitor) : t(`noAlert.${noAlertReason}`)}
        actions={
          lacks && may('NODE:Update') ? (
            <Button variant="default" component={Link} to={editMonitorPath(id)}>
              {t('noAlert.edit')}
            </Button>
          ) : null
        }
      />
    </div>
  );
}

function waitsFor(t: ReturnType<typeof useWords>, { conditions }: Monitor): string {
  const waiting = conditions.filter(({ enabled, state }) => enabled && (state === 'failing' || state === 'unanswered'));
  const next = waiting.find(({ failures, runCount = 1 }) => failures > 0 && failures < runCount);
  if (next === undefined) return t('noAlert.next');
  const { conditionName, failures, runCount = 1 } = next;
  return t('noAlert.WAITING', { name: conditionName, count: failures, of: runCount });
}

import { Button, Loader, UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconChevronDown, IconPlayerStop } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import styles from './commands.module.css';
import { PingReplies } from './ping-replies.tsx';

type Command = CallReply<'listDeviceCommands'>['items'][number];

interface Props {
  command: Command;
  open: boolean;
  onToggle(): void;
}

/** One command: what, by whom, when and how it ended; opened, what it found. */
export function CommandLine({ command: { run, method, params, startedBy }, open, onToggle }: Props): ReactNode {
  const t = useWords();
  const cancel = useAct('cancelRun', { failed: t('device.cancelFailed'), refresh: ['listDeviceCommands'] });
  const active = run.endedAt === null;
  const targets = Array.isArray(params['targets']) ? params['targets'].join(', ') : textOf(params['address']);
  const hasItems = method === 'network.ping';
  const { done, total } = run.progress;
  const what = (
    <span className={styles.what}>
      <span className={styles.method}>{t(`device.method.${method.replace('.', '_')}`, { defaultValue: method })}</span>
      {targets && <span className={styles.targets}>{targets}</span>}
    </span>
  );
  return (
    <li className={styles.command} data-state={run.state}>
      <div className={styles.line}>
        <span className={styles.icon} aria-hidden>
          {active ? (
            <Loader size={14} />
          ) : run.state === 'done' ? (
            <IconCheck size={16} />
          ) : run.state === 'cancelled' ? (
            <IconPlayerStop size={16} />
          ) : (
            <IconAlertCircle size={16} />
          )}
        </span>
        {hasItems ? (
          <UnstyledButton className={styles.toggle} aria-expanded={open} onClick={onToggle}>
            {what}
            <IconChevronDown size={14} aria-hidden className={styles.chevron} data-open={open || undefined} />
          </UnstyledButton>
        ) : (
          what
        )}
        <span className={styles.state} role="status">
          {active
            ? run.cancelRequested
              ? t('device.stopping')
              : total > 1
                ? t('device.hostsDone', { done, total })
                : t('device.running')
            : outcomeOf(run, t)}
        </span>
        {active && (
          <Button
            size="compact-xs"
            variant="default"
            loading={cancel.busy}
            disabled={run.cancelRequested}
            onClick={() => void cancel.run({ params: { id: run.id } })}
          >
            {t('cancel')}
          </Button>
        )}
        <span className={styles.who}>
          {startedBy} · <When at={run.createdAt} />
        </span>
      </div>
      {!active && run.refusal && <p className={styles.reason}>{run.refusal.message}</p>}
      {hasItems && open && <PingReplies run={run} />}
    </li>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function outcomeOf({ state, result }: Command['run'], t: ReturnType<typeof useWords>): string {
  if (state !== 'done') return t(`device.ended.${state}`);
  const { reached, unreachable } = (result ?? {}) as { reached?: number; unreachable?: number };
  if (reached === undefined || unreachable === undefined) return t('device.ended.done');
  return t('device.reached', { count: reached, total: reached + unreachable });
}

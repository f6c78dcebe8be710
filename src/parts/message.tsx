import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CallFailed } from '#api/call-failed.ts';
import { useWords } from '../words/words.ts';
import styles from './parts.module.css';
import { useArrival } from './use-arrival.ts';

interface MessageProps {
  icon?: ReactNode;
  tone?: 'bad';
  title: string;
  text?: string;
  actions?: ReactNode;
  tall?: boolean;
  /** Replaces the whole page: its title is the page's heading. */
  page?: boolean;
}

/** Empty or error state: explains what belongs here or what went wrong, and what to do next. */
export function Message({ icon, tone, title, text, actions, tall = false, page = false }: MessageProps): ReactNode {
  const heading = useArrival(title);
  return (
    <div className={styles.message} data-tall={tall || undefined} role={tone === 'bad' ? 'alert' : undefined}>
      {icon ? (
        <span className={styles.messageIcon} data-tone={tone} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      {page ? (
        <h1 ref={heading} tabIndex={-1} className={styles.messageTitle}>
          {title}
        </h1>
      ) : (
        <p className={styles.messageTitle}>{title}</p>
      )}
      {text ? <p className={styles.messageText}>{text}</p> : null}
      {actions ? <div className={styles.messageActions}>{actions}</div> : null}
    </div>
  );
}

interface FailureProps {
  /** What failed, in the specification's wording if it has one. */
  title: string;
  error: unknown;
  onRetry: () => void;
  tall?: boolean;
}

export function Failure({ title, error, onRetry, tall = false }: FailureProps): ReactNode {
  const t = useWords();
  const offline = error instanceof CallFailed && error.code === 'offline';
  return (
    <Message
      icon={offline ? <IconCloudOff size={28} stroke={1.5} /> : <IconAlertTriangle size={28} stroke={1.5} />}
      tone="bad"
      tall={tall}
      title={title}
      text={error instanceof CallFailed ? error.message : t('failure.unknown')}
      actions={
        <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
          {t('failure.retry')}
        </Button>
      }
    />
  );
}

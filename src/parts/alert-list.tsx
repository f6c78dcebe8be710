import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { monitorPath } from '../shell/add-paths.ts';
import { useWords } from '../words/words.ts';
import styles from './alert-list.module.css';
import { Tag, type Tone } from './status.tsx';
import { When } from './when.tsx';

type Alert = CallReply<'listAlerts'>['items'][number];

const severe: Record<string, Tone> = { CRITICAL: 'bad', MAJOR: 'bad', MODERATE: 'warn', MINOR: 'warn' };

export function severityTone(severity: string): Tone {
  return severe[severity.toUpperCase()] ?? 'idle';
}

/** Alerts with when they were raised and, if they are over, when they reset. */
export function AlertList({
  alerts,
  showMonitor = false,
}: {
  alerts: readonly Alert[];
  showMonitor?: boolean;
}): ReactNode {
  const t = useWords();
  return (
    <ul className={styles.list}>
      {alerts.map((alert) => (
        <li key={alert.id} className={styles.item} data-open={alert.resetAt === null || undefined}>
          {alert.resetAt === null ? (
            <IconAlertTriangleFilled size={16} className={styles.raised} aria-hidden />
          ) : (
            <IconCircleCheckFilled size={16} className={styles.reset} aria-hidden />
          )}
          <div className={styles.text}>
            <span className={styles.main}>
              {showMonitor ? (
                <>
                  <Link to={monitorPath(alert.monitorId)}>{alert.monitorName}</Link>
                  <span className={styles.quiet}> · {alert.clientName}</span>
                </>
              ) : (
                alert.conditionName
              )}
            </span>
            <span className={styles.note}>
              {showMonitor
                ? `${alert.conditionName}: ${alert.message || alert.description}`
                : alert.message || alert.description}
            </span>
            <span className={styles.when}>
              {t('alerts.raised')} <When at={alert.raisedAt} />
              {alert.resetAt === null ? null : (
                <>
                  {' · '}
                  {t('alerts.reset')} <When at={alert.resetAt} />
                </>
              )}
            </span>
          </div>
          {alert.severity && alert.severity !== 'NONE' ? (
            <Tag tone={severityTone(alert.severity)}>
              {t(`severity.${alert.severity}`, { defaultValue: alert.severity })}
            </Tag>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

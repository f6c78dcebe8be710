import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleOff,
  IconUserCheck,
  IconUserPlus,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Tag } from '#screens/shared/tag.tsx';
import { alertPath, watchedPath } from '../shell/add-paths.ts';
import { useWords } from '../words/words.ts';
import { AcknowledgementActions, AcknowledgementNote } from './alert-acknowledgement.tsx';
import { AlertMarks } from './alert-marks.tsx';
import { severityTone, type Alert } from './alert.ts';
import styles from './alert-list.module.css';
import { When } from './when.tsx';

/** Alerts with the time they were raised, who acknowledged them and, once ended, when they reset. */
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
        <li key={alert.id} className={styles.item} data-acknowledged={alert.acknowledged !== null || undefined}>
          {alert.resetAt === null ? (
            <IconAlertTriangleFilled size={16} className={styles.raised} aria-hidden />
          ) : alert.endReason !== null ? (
            <IconCircleOff size={16} className={styles.ended} aria-hidden />
          ) : (
            <IconCircleCheckFilled size={16} className={styles.reset} aria-hidden />
          )}
          <div className={styles.text}>
            <span className={styles.main}>
              {showMonitor ? (
                <>
                  <Link to={watchedPath(alert)}>{alert.monitorName}</Link>
                  <span className={styles.quiet}> · {alert.clientName}</span>
                </>
              ) : (
                <Link to={alertPath(alert.id)}>{alert.conditionName}</Link>
              )}
            </span>
            <span className={styles.note}>
              {showMonitor ? (
                <Link to={alertPath(alert.id)}>
                  {alert.conditionName}: {alert.message || alert.description}
                </Link>
              ) : (
                alert.message || alert.description
              )}
            </span>
            <span className={styles.when}>
              {t('alerts.raised')} <When at={alert.raisedAt} />
              {alert.resetAt === null ? null : (
                <>
                  {' · '}
                  {t(alert.endReason === null ? 'alerts.reset' : 'alerts.ended')} <When at={alert.resetAt} />
                </>
              )}
              <span className={styles.marks}>
                <AlertMarks alert={alert} />
              </span>
            </span>
            {alert.assignee === null ? null : (
              <span className={styles.acknowledged}>
                <IconUserPlus size={14} aria-hidden />
                <span>{t('alerts.assigned', { name: alert.assignee.name })}</span>
              </span>
            )}
            {alert.acknowledged === null ? null : (
              <span className={styles.acknowledged}>
                <IconUserCheck size={14} aria-hidden />
                <span>
                  <AcknowledgementNote alert={alert} />
                </span>
              </span>
            )}
          </div>
          <div className={styles.end}>
            {alert.severity && alert.severity !== 'NONE' ? (
              <Tag tone={severityTone(alert.severity)}>
                {t(`severity.${alert.severity}`, { defaultValue: alert.severity })}
              </Tag>
            ) : null}
            <AcknowledgementActions alert={alert} />
          </div>
        </li>
      ))}
    </ul>
  );
}

import { Button } from '@mantine/core';
import { IconRadar2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { useNow } from '#screens/shared/use-now.ts';
import { severityTone, type Alert } from '../../parts/alert.ts';
import { Card } from '../../parts/card.tsx';
import parts from '../../parts/parts.module.css';
import { discoveryPath } from '../network/paths.ts';
import { useWords } from '../../words/words.ts';
import styles from './alert.module.css';

/** What is wrong, by which rule, since when or how long it lasted. */
export function Facts({ alert }: { alert: Alert }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const now = useNow();
  const { message, description, severity, priority, raisedAt, resetAt, endReason, discovery } = alert;
  const end = resetAt === null ? now : Date.parse(resetAt);
  return (
    <Card title={t('alerts.whatIsWrong')}>
      <p className={styles.message}>{message || description}</p>
      {discovery === null ? null : (
        <p className={styles.message}>
          <Button component={Link} to={discoveryPath(discovery)} leftSection={<IconRadar2 size={16} />}>
            {t('alerts.openNewDevices')}
          </Button>
        </p>
      )}
      <dl className={parts.facts}>
        <dt>{t('alerts.condition')}</dt>
        <dd>{description}</dd>
        <dt>{t('alerts.severity')}</dt>
        <dd>
          <Tag tone={severityTone(severity)}>{t(`severity.${severity}`, { defaultValue: severity })}</Tag>
        </dd>
        <dt>{t('alerts.priority')}</dt>
        <dd>{t(`priority.${priority}`, { defaultValue: priority })}</dd>
        <dt>{t('alerts.raisedAt')}</dt>
        <dd>
          <time dateTime={raisedAt}>{format.exact(raisedAt)}</time>
        </dd>
        {resetAt === null ? null : (
          <>
            <dt>{t(endReason === null ? 'alerts.resetAt' : 'alerts.endedAt')}</dt>
            <dd>
              <time dateTime={resetAt}>{format.exact(resetAt)}</time>
              {endReason === null ? null : <div className={parts.quiet}>{t(`alerts.endReason.${endReason}`)}</div>}
            </dd>
          </>
        )}
        <dt>{t(resetAt === null ? 'alerts.openFor' : 'alerts.lasted')}</dt>
        <dd>{format.duration((end - Date.parse(raisedAt)) / 1000)}</dd>
      </dl>
    </Card>
  );
}

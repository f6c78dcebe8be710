import { Tooltip } from '@mantine/core';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconUserCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AcknowledgementActions, AcknowledgementNote } from '../../parts/alert-acknowledgement.tsx';
import { severityTone, type Alert } from '../../parts/alert.ts';
import { Tag } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { monitorPath } from '../../shell/add-paths.ts';
import type { Column } from '../../table/column.ts';
import tableStyles from '../../table/data-table.module.css';
import { useWords } from '../../words/words.ts';
import type { AlertFilters } from './alert-filters.tsx';
import styles from './alerts.module.css';

function State({ alert: { resetAt, acknowledged } }: { alert: Alert }): ReactNode {
  const t = useWords();
  if (resetAt !== null)
    return (
      <Tag tone="good" icon={<IconCircleCheckFilled size={14} aria-hidden />}>
        {t('alerts.statePast')}
      </Tag>
    );
  if (acknowledged !== null)
    return (
      <Tag tone="warn" icon={<IconUserCheck size={14} aria-hidden />}>
        {t('alerts.acknowledged')}
      </Tag>
    );
  return (
    <Tag tone="bad" icon={<IconAlertTriangleFilled size={14} aria-hidden />}>
      {t('alerts.stateOpen')}
    </Tag>
  );
}

/** On a phone, which has no room for the other columns, with what they say. */
function Monitor({ alert }: { alert: Alert }): ReactNode {
  return (
    <span className={styles.monitor}>
      <span className={styles.lines}>
        <Link to={monitorPath(alert.monitorId)} className={tableStyles.main}>
          {alert.monitorName}
        </Link>
        <span className={styles.brief}>
          {alert.conditionName}, <When at={alert.raisedAt} />
        </span>
      </span>
      <span className={styles.state}>
        <State alert={alert} />
      </span>
    </span>
  );
}

/** The server sorts: `sortBy` only says that it can. */
const sorted = () => null;

/** Past alerts need nobody any more, and open ones have not reset. */
export function alertColumns(t: ReturnType<typeof useWords>, state: AlertFilters['state']): Column<Alert>[] {
  const left = { open: 'reset', past: 'actions', all: undefined }[state];
  return everyColumn(t).filter(({ id }) => id !== left);
}

function everyColumn(t: ReturnType<typeof useWords>): Column<Alert>[] {
  return [
    {
      id: 'state',
      title: t('alerts.state'),
      width: 152,
      from: 640,
      fixed: true,
      cell: (alert) => <State alert={alert} />,
    },
    {
      id: 'monitor',
      title: t('alerts.monitor'),
      fixed: true,
      sortBy: sorted,
      cell: (alert) => <Monitor alert={alert} />,
    },
    {
      id: 'condition',
      title: t('alerts.condition'),
      from: 640,
      sortBy: sorted,
      cell: ({ conditionName, message, description }) => {
        const said = `${conditionName}: ${message || description}`;
        return (
          <Tooltip label={said} multiline maw={480}>
            <span>{said}</span>
          </Tooltip>
        );
      },
    },
    {
      id: 'organization',
      title: t('alerts.organization'),
      from: 1440,
      sortBy: sorted,
      cell: ({ clientName }) => <span title={clientName}>{clientName}</span>,
    },
    {
      id: 'severity',
      title: t('alerts.severity'),
      width: 104,
      from: 640,
      sortBy: sorted,
      cell: ({ severity }) => (
        <Tag tone={severityTone(severity)}>{t(`severity.${severity}`, { defaultValue: severity })}</Tag>
      ),
    },
    {
      id: 'acknowledged',
      title: t('alerts.acknowledged'),
      from: 1440,
      cell: (alert) => (
        <span title={alert.acknowledged?.note}>
          <AcknowledgementNote alert={alert} />
        </span>
      ),
    },
    {
      id: 'raised',
      title: t('alerts.raisedAt'),
      width: 124,
      align: 'end',
      from: 640,
      sortBy: sorted,
      cell: ({ raisedAt }) => <When at={raisedAt} />,
    },
    {
      id: 'reset',
      title: t('alerts.resetAt'),
      width: 124,
      align: 'end',
      from: 1140,
      sortBy: sorted,
      cell: ({ resetAt }) => (resetAt === null ? '–' : <When at={resetAt} />),
    },
    {
      id: 'actions',
      title: t('alerts.actions'),
      silent: true,
      width: 168,
      align: 'end',
      from: 900,
      fixed: true,
      cell: (alert) => <AcknowledgementActions alert={alert} />,
    },
  ];
}

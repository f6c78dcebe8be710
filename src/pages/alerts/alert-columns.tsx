import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Tag } from '#screens/shared/tag.tsx';
import { AcknowledgementActions } from '../../parts/alert-acknowledgement.tsx';
import { AlertMarks, AlertStanding } from '../../parts/alert-marks.tsx';
import { severityTone, type Alert } from '../../parts/alert.ts';
import { When } from '../../parts/when.tsx';
import { alertPath, watchedPath } from '../../shell/add-paths.ts';
import type { Column } from '../../table/column.ts';
import tableStyles from '../../table/data-table.module.css';
import { useWords } from '../../words/words.ts';
import type { AlertFilters } from './alert-filters.tsx';
import styles from './alerts.module.css';

/** Why nothing happens to it now, who looks after it and who works on it: below the message, where there is room. */
function Below({ alert }: { alert: Alert }): ReactNode {
  const t = useWords();
  const { acknowledged, assignee, paused, maintenance, resetAt } = alert;
  const marked = resetAt === null && (paused || maintenance);
  if (!marked && acknowledged === null && assignee === null) return null;
  const people = [
    acknowledged && (acknowledged.note ? `${acknowledged.by}: ${acknowledged.note}` : acknowledged.by),
    assignee && t('alerts.assigned', { name: assignee.name }),
  ].filter(Boolean);
  return (
    <span className={styles.below}>
      <AlertMarks alert={alert} />
      <span className={styles.people}>{people.join(' · ')}</span>
    </span>
  );
}

function Condition({ alert }: { alert: Alert }): ReactNode {
  const { id, conditionName, message, description, acknowledged } = alert;
  const said = `${conditionName}: ${message || description}`;
  return (
    <Tooltip
      label={acknowledged?.note ? `${said} · ${acknowledged.by}: ${acknowledged.note}` : said}
      multiline
      maw={480}
    >
      <span className={styles.said}>
        <Link to={alertPath(id)} className={styles.link}>
          {said}
        </Link>
        <Below alert={alert} />
      </span>
    </Tooltip>
  );
}

/** On a phone, which has no room for the other columns, with what they say. */
function Monitor({ alert }: { alert: Alert }): ReactNode {
  return (
    <span className={styles.monitor}>
      <span className={styles.lines}>
        <Link to={watchedPath(alert)} className={tableStyles.main}>
          {alert.monitorName}
        </Link>
        <Link to={alertPath(alert.id)} className={styles.brief}>
          {alert.conditionName}, <When at={alert.raisedAt} />
        </Link>
      </span>
      <span className={styles.state}>
        <AlertMarks alert={alert} />
        <AlertStanding alert={alert} />
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
      width: 148,
      from: 640,
      fixed: true,
      cell: (alert) => <AlertStanding alert={alert} />,
    },
    {
      id: 'monitor',
      title: t('alerts.monitor'),
      width: 168,
      fills: true,
      fixed: true,
      sortBy: sorted,
      cell: (alert) => <Monitor alert={alert} />,
    },
    {
      id: 'condition',
      title: t('alerts.condition'),
      from: 640,
      sortBy: sorted,
      cell: (alert) => <Condition alert={alert} />,
    },
    {
      id: 'organization',
      title: t('alerts.organization'),
      width: 168,
      from: 1440,
      sortBy: sorted,
      cell: ({ clientName }) => <span title={clientName}>{clientName}</span>,
    },
    {
      id: 'severity',
      title: t('alerts.severity'),
      width: 96,
      from: 640,
      sortBy: sorted,
      cell: ({ severity }) => (
        <Tag tone={severityTone(severity)}>{t(`severity.${severity}`, { defaultValue: severity })}</Tag>
      ),
    },
    {
      id: 'raised',
      title: t('alerts.raisedAt'),
      width: 128,
      align: 'end',
      from: 640,
      sortBy: sorted,
      cell: ({ raisedAt }) => <When at={raisedAt} />,
    },
    {
      id: 'reset',
      title: t('alerts.resetAt'),
      width: 128,
      align: 'end',
      from: 1140,
      sortBy: sorted,
      cell: ({ resetAt }) => (resetAt === null ? '–' : <When at={resetAt} />),
    },
    {
      id: 'actions',
      title: t('alerts.actions'),
      silent: true,
      width: 64,
      align: 'end',
      from: 900,
      fixed: true,
      cell: (alert) => <AcknowledgementActions alert={alert} size="icon" />,
    },
  ];
}

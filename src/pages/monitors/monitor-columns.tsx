import { Link } from '@tanstack/react-router';
import type { CallReply } from '#api/client.ts';
import { typeTitles } from '#schemas/cloud-monitor/types.ts';
import type { Format } from '#screens/shared/format.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { Heartbeat } from '../../parts/heartbeat.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';
import { Status } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { monitorPath } from '../../shell/add-paths.ts';
import type { Column } from '../../table/column.ts';
import tableStyles from '../../table/data-table.module.css';
import type { useWords } from '../../words/words.ts';
import { MaintenanceTag } from '../maintenance/maintenance-tag.tsx';
import styles from './monitors.module.css';

export type MonitorRow = CallReply<'listMonitors'>['items'][number];

/** What needs a person stands first. */
const order = { down: 0, unknown: 1, up: 2, paused: 3 } as const;

const isFailed = (state: string | undefined): boolean => state?.toLowerCase() === 'd';

export function monitorColumns(
  t: ReturnType<typeof useWords>,
  format: Format,
  custom: readonly Column<MonitorRow>[],
): Column<MonitorRow>[] {
  return [
    {
      id: 'status',
      title: t('monitors.status'),
      width: 108,
      fixed: true,
      sortBy: ({ status, monitorName }) => `${order[status]} ${monitorName}`,
      cell: ({ status }) => <Status state={status} />,
    },
    {
      id: 'name',
      title: t('monitors.name'),
      fixed: true,
      sortBy: ({ monitorName }) => monitorName,
      cell: ({ id, monitorName, openAlertCount, maintenance, clientName, lastResult, status }) => (
        <>
          <span className={styles.name}>
            <Link to={monitorPath(id)} className={tableStyles.main}>
              {monitorName}
            </Link>
            {openAlertCount > 0 ? <Tag tone="bad">{t('monitors.alerts', { count: openAlertCount })}</Tag> : null}
            {maintenance ? <MaintenanceTag window={maintenance} /> : null}
          </span>
          <span className={tableStyles.second}>
            {/* A phone has room for the beginning: of a monitor that is down, that is why. */}
            {(status === 'down' ? [lastResult?.message, clientName] : [clientName, lastResult?.message])
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      ),
    },
    {
      id: 'type',
      title: t('monitors.type'),
      width: 96,
      from: 900,
      sortBy: ({ monitorType }) => monitorType,
      cell: ({ monitorType }) => typeTitles[monitorType],
    },
    {
      id: 'target',
      title: t('monitors.target'),
      from: 1440,
      sortBy: ({ target }) => target,
      cell: ({ target }) => (
        <span className={styles.target} title={target}>
          {target}
        </span>
      ),
    },
    {
      id: 'organization',
      title: t('monitors.organization'),
      from: 640,
      sortBy: ({ clientName }) => clientName,
      cell: ({ clientName, locationName }) => <span title={`${clientName} · ${locationName}`}>{clientName}</span>,
    },
    ...custom,
    {
      id: 'response',
      title: t('monitors.response'),
      width: 104,
      align: 'end',
      from: 640,
      sortBy: ({ lastResult }) => lastResult?.responseTime ?? null,
      cell: ({ lastResult }) =>
        typeof lastResult?.responseTime === 'number' ? format.milliseconds(lastResult.responseTime) : '–',
    },
    {
      id: 'beats',
      title: t('monitors.beats'),
      width: 174,
      from: 640,
      cell: (row) => (row.beats.at.length === 0 ? t('monitors.never') : <Heartbeat row={row} />),
    },
    {
      id: 'trend',
      title: t('monitors.trend'),
      width: 140,
      from: 1440,
      // What a failed check took says nothing of how fast the service is.
      cell: ({ beats, status }) => {
        const values = beats.responseTimes.map((value, index) => (isFailed(beats.states[index]) ? null : value));
        return (
          <Sparkline
            values={values}
            tone={status === 'down' ? 'bad' : 'accent'}
            label={t('monitors.sparkline', {
              count: values.length,
              missed: values.filter((value) => value === null).length,
            })}
          />
        );
      },
    },
    {
      id: 'checked',
      title: t('monitors.checked'),
      width: 132,
      align: 'end',
      from: 900,
      sortBy: ({ lastResult }) => (lastResult ? new Date(lastResult.at).getTime() : null),
      cell: ({ lastResult }) => (lastResult ? <When at={lastResult.at} /> : t('monitors.never')),
    },
  ];
}

import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, type ReactNode } from 'react';
import type { CallFailed } from '#api/call-failed.ts';
import type { CallReply } from '#api/client.ts';
import { fetchedPart } from '#screens/fetched-part.tsx';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import { useNow } from '#screens/shared/use-now.ts';
import type { Alert } from '../../parts/alert.ts';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { monitorPath } from '../../shell/add-paths.ts';
import { useWords } from '../../words/words.ts';
import { maintenanceBand } from '../maintenance/windows.ts';
import { bandOf, instantOf, pointsOf } from '../../plot/plot-data.ts';
import { rangeEnd, searchOf } from '../../plot/ranges.ts';
import styles from './alert.module.css';
import { around, CheckTable } from './check-table.tsx';

type Monitor = CallReply<'readMonitor'>;

const SeriesPlot = fetchedPart(
  async () => (await import('../../plot/series-plot.tsx')).SeriesPlot,
  <div className={styles['plotPlace']} />,
);
const most = 360;

/** What the checks of the monitor found shortly before, during and after the alert. */
export function Checks({ alert, monitor }: { alert: Alert; monitor: UseQueryResult<Monitor, CallFailed> }): ReactNode {
  const t = useWords();
  return (
    <Card title={t('alerts.checks')}>
      <DataState of={monitor} failed={t('monitor.failed')} bones={<Bones lines={8} />}>
        {({ frequency }) => <Around alert={alert} frequency={frequency} />}
      </DataState>
    </Card>
  );
}

function Around({ alert, frequency }: { alert: Alert; frequency: number }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const end = rangeEnd(useNow());
  const { from, to } = around(alert, frequency, end);
  const navigate = useNavigate();
  const params = { id: alert.monitorId };
  const query = { from: instantOf(from), to: instantOf(to) };
  const results = useCall('listResults', { params, query: { ...query, points: most } }, { keep: true });
  const history = useCall('listConditionHistory', { params, query }, { keep: true });
  const maintenance = useCall('listMaintenance', { params, query }, { keep: true });
  const period = Math.max(frequency, results.data?.step ?? 0);
  const points = useMemo(() => (results.data ? pointsOf(results.data, period) : []), [results.data, period]);
  const bands = useMemo(
    () => [
      ...(maintenance.data?.items ?? []).map((window) => maintenanceBand(window, { end: to, now: end }, t, format)),
      ...(history.data?.items ?? []).filter(({ id }) => id === alert.id).map((raised) => bandOf(raised, to, t, format)),
    ],
    [maintenance.data, history.data, alert.id, to, end, t, format],
  );
  useEffect(() => void SeriesPlot.fetch().catch(() => undefined), []);
  const range = t('range.between', { from: format.dayAndTime(from * 1000), to: format.dayAndTime(to * 1000) });
  return (
    <DataState of={results} failed={t('monitor.resultsFailed')}>
      {({ availability }) =>
        points.length === 0 ? (
          <Message title={t('alerts.noChecks')} text={t('alerts.noChecksText')} />
        ) : (
          <>
            <SeriesPlot
              points={points}
              period={period}
              from={from}
              to={to}
              bands={bands}
              labels={{
                response: t('monitor.plot', { range, count: points.length }),
                availability: t('monitor.availabilityPlot', {
                  range,
                  share: availability === null ? '–' : format.percent(availability),
                }),
              }}
              onZoom={(begin, finish) => void navigate({ to: monitorRangePath(alert.monitorId, begin, finish) })}
            />
            <CheckTable title={t('alerts.aroundRaise')} alert={alert} at={alert.raisedAt} frequency={frequency} />
            {alert.resetAt === null ? null : (
              <CheckTable title={t('alerts.aroundReset')} alert={alert} at={alert.resetAt} frequency={frequency} />
            )}
          </>
        )
      }
    </DataState>
  );
}

/** The page of the monitor at this range: there are all its alerts and figures. */
function monitorRangePath(id: number, from: number, to: number): string {
  return `${monitorPath(id)}?${new URLSearchParams(searchOf({ from, to })).toString()}`;
}

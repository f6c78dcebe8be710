import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { useCall } from '../../data/use-call.ts';
import { useFormat } from '../../format/format.ts';
import { useNow } from '../../format/use-now.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { useRemembered } from '../../table/remembered.ts';
import { useWords } from '../../words/words.ts';
import styles from './monitor.module.css';
import { isRangeName, rangeEnd, ranges, withGaps, type RangeName } from './ranges.ts';

const SeriesPlot = lazy(async () => ({ default: (await import('../../plot/series-plot.tsx')).SeriesPlot }));
const names = Object.keys(ranges) as RangeName[];
const most = 720;

/** A new monitor has nothing to show of a whole day. */
function startingRange(createdAt: string): RangeName {
  return Date.now() - new Date(createdAt).getTime() < 6 * ranges.hour * 1000 ? 'hour' : 'day';
}

/** The response times of a monitor with its availability and the alerts as bands. */
export function ResponseTime({
  id,
  frequency,
  createdAt,
}: {
  id: number;
  frequency: number;
  createdAt: string;
}): ReactNode {
  const t = useWords();
  const format = useFormat();
  const [range, setRange] = useRemembered<RangeName>('monitor.range', startingRange(createdAt), isRangeName);
  const to = rangeEnd(useNow());
  const from = to - ranges[range];
  const results = useCall(
    'listResults',
    {
      params: { id },
      query: { from: new Date(from * 1000).toISOString(), to: new Date(to * 1000).toISOString(), points: most },
    },
    { keep: true },
  );
  const alerts = useCall('listAlerts', { query: { monitorId: id, limit: 200 } });

  const points = useMemo(() => {
    const bucket = ranges[range] / most;
    const read = (results.data?.points ?? []).map(({ at, responseTime, max, up, checks }) => ({
      at: new Date(at).getTime() / 1000,
      value: responseTime,
      most: max,
      up,
      checks,
    }));
    return withGaps(read, Math.max(frequency * 2.5, bucket * 2.5));
  }, [results.data, range, frequency]);
  const bands = useMemo(
    () =>
      (alerts.data?.items ?? [])
        .map(({ raisedAt, resetAt }) => ({
          from: new Date(raisedAt).getTime() / 1000,
          to: resetAt === null ? to : new Date(resetAt).getTime() / 1000,
        }))
        .filter((band) => band.to >= from),
    [alerts.data, from, to],
  );
  const times = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const average = times.length === 0 ? undefined : times.reduce((sum, value) => sum + value, 0) / times.length;
  const availability = results.data?.availability ?? null;

  return (
    <Card
      title={t('monitor.responseTime')}
      actions={
        <SegmentedControl
          aria-label={t('monitor.range')}
          value={range}
          onChange={(value) => isRangeName(value) && setRange(value)}
          data={names.map((value) => ({ value, label: t(`range.${value}`) }))}
        />
      }
    >
      <DataState of={results} failed={t('monitor.resultsFailed')}>
        {() => (
          <>
            <dl className={styles.figures}>
              <div>
                <dt>{t('monitor.availability')}</dt>
                <dd data-tone={availability !== null && availability < 1 ? 'bad' : undefined}>
                  {availability === null ? '–' : format.percent(availability)}
                </dd>
              </div>
              <div>
                <dt>{t('monitor.average')}</dt>
                <dd>{average === undefined ? '–' : format.milliseconds(average)}</dd>
              </div>
              <div>
                <dt>{t('monitor.slowest')}</dt>
                <dd>
                  {points.some((point) => point.most !== null)
                    ? format.milliseconds(Math.max(...points.map((point) => point.most ?? 0)))
                    : '–'}
                </dd>
              </div>
              <div>
                <dt>{t('monitor.checks')}</dt>
                <dd>{format.number(points.reduce((sum, { checks }) => sum + checks, 0))}</dd>
              </div>
            </dl>
            {points.length === 0 ? (
              <Message title={t('monitor.noResults')} text={t('monitor.noResultsText')} />
            ) : (
              <Suspense fallback={<div className={styles.plotPlace} />}>
                <SeriesPlot
                  points={points}
                  from={from}
                  to={to}
                  bands={bands}
                  label={t('monitor.plot', { range: t(`range.${range}`), checks: points.length })}
                />
              </Suspense>
            )}
          </>
        )}
      </DataState>
    </Card>
  );
}

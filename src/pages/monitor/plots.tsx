import { SegmentedControl } from '@mantine/core';
import { useEffect, useMemo, type ReactNode } from 'react';
import { fetchedPart } from '#screens/fetched-part.tsx';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import { useNow } from '../../format/use-now.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { useWords } from '../../words/words.ts';
import { maintenanceBand } from '../maintenance/windows.ts';
import { CustomRange } from './custom-range.tsx';
import styles from './monitor.module.css';
import { bandOf, instantOf, pointsOf } from './plot-data.ts';
import {
  figuresOf,
  fittedStart,
  isRangeName,
  rangeEnd,
  ranges,
  spanOf,
  type GapPoint,
  type RangeName,
} from './ranges.ts';
import { useRange } from './use-range.ts';

const SeriesPlot = fetchedPart(
  async () => (await import('../../plot/series-plot.tsx')).SeriesPlot,
  <div className={styles['plotPlace']} />,
);
const names = Object.keys(ranges) as RangeName[];
const most = 720;
/** The shortest span that a zoom shows, in seconds. */
const shortest = 60;

interface Props {
  id: number;
  /** Seconds. */
  frequency: number;
  createdAt: string;
}

/** Response times and availability of a monitor, with its alerts and maintenance as bands, over a range that the address tells. */
export function Plots({ id, frequency, createdAt }: Props): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { range, choose, leave } = useRange(createdAt);
  const now = useNow();
  const { from, to } = spanOf(range, now);
  // The plots are drawn anew when a band changes: by the minute, as their range.
  const minute = rangeEnd(now) - 60;
  const span = { from: instantOf(from), to: instantOf(to) };
  const results = useCall('listResults', { params: { id }, query: { ...span, points: most } }, { keep: true });
  const history = useCall('listConditionHistory', { params: { id }, query: span }, { keep: true });
  const maintenance = useCall('listMaintenance', { params: { id }, query: span }, { keep: true });
  const period = Math.max(frequency, results.data?.step ?? 0);
  const points = useMemo(() => (results.data ? pointsOf(results.data, period) : []), [results.data, period]);
  const bands = useMemo(
    () => [
      // Behind the alerts: these are the shorter ones.
      ...(maintenance.data?.items ?? []).map((window) => maintenanceBand(window, { end: to, now: minute }, t, format)),
      ...(history.data?.items ?? []).map((raised) => bandOf(raised, to, t, format)),
    ],
    [maintenance.data, history.data, to, minute, t, format],
  );
  const counted = (['alert', 'maintenance'] as const).flatMap((kind) => {
    const count = bands.filter((band) => band.kind === kind).length;
    return count === 0 ? [] : [t(`band.counted_${kind}`, { count })];
  });
  // While its figures are on their way; one that cannot be had is told where it is drawn.
  useEffect(() => void SeriesPlot.fetch().catch(() => undefined), []);
  const name = 'name' in range ? range.name : undefined;
  const rangeWords = name
    ? t(`range.last_${name}`)
    : t('range.between', { from: format.dayAndTime(from * 1000), to: format.dayAndTime(to * 1000) });

  return (
    <Card
      title={t('monitor.history')}
      actions={
        <SegmentedControl
          aria-label={t('monitor.range')}
          value={name ?? 'custom'}
          onChange={(value) => choose(isRangeName(value) ? { name: value } : { from, to })}
          data={[...names, 'custom'].map((value) => ({ value, label: t(`range.${value}`) }))}
        />
      }
    >
      {name === undefined ? <CustomRange from={from} to={to} onChoose={choose} onLeave={leave} /> : null}
      <DataState of={results} failed={t('monitor.resultsFailed')}>
        {({ availability }) => (
          <>
            <FigureLine points={points} availability={availability} />
            {points.length === 0 ? (
              name === undefined ? (
                <Message title={t('monitor.noneThen')} text={t('monitor.noneThenText')} />
              ) : (
                <Message title={t('monitor.noResults')} text={t('monitor.noResultsText')} />
              )
            ) : (
              <SeriesPlot
                points={points}
                period={period}
                from={name === undefined ? from : fittedStart({ from, to }, points[0]?.at, period)}
                to={to}
                bands={bands}
                labels={{
                  response: [t('monitor.plot', { range: rangeWords, count: points.length }), ...counted].join(', '),
                  availability: t('monitor.availabilityPlot', {
                    range: rangeWords,
                    share: availability === null ? '–' : format.percent(availability),
                  }),
                }}
                onZoom={(begin, end) => choose({ from: begin, to: Math.max(end, begin + shortest) })}
              />
            )}
          </>
        )}
      </DataState>
    </Card>
  );
}

function FigureLine({ points, availability }: { points: readonly GapPoint[]; availability: number | null }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { average, slowest, checks } = useMemo(() => figuresOf(points), [points]);
  return (
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
        <dd>{slowest === undefined ? '–' : format.milliseconds(slowest)}</dd>
      </div>
      <div>
        <dt>{t('monitor.checks')}</dt>
        <dd>{format.number(checks)}</dd>
      </div>
    </dl>
  );
}

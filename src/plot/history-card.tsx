import { SegmentedControl } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, type ReactNode } from 'react';
import type { CallFailed } from '#api/call-failed.ts';
import type { CallReply } from '#api/client.ts';
import { fetchedPart } from '#screens/fetched-part.tsx';
import { useFormat } from '#screens/shared/format.ts';
import { Card } from '../parts/card.tsx';
import { DataState } from '../parts/data-state.tsx';
import { Message } from '../parts/message.tsx';
import { useWords } from '../words/words.ts';
import type { Band } from './bands.ts';
import { CustomRange } from './custom-range.tsx';
import styles from './history.module.css';
import { pointsOf } from './plot-data.ts';
import { figuresOf, fittedStart, isRangeName, ranges, type GapPoint, type RangeName } from './ranges.ts';
import type { ChosenRange } from './use-range.ts';

const SeriesPlot = fetchedPart(
  async () => (await import('./series-plot.tsx')).SeriesPlot,
  <div className={styles['plotPlace']} />,
);
const names = Object.keys(ranges) as RangeName[];
/** The shortest span that a zoom shows, in seconds. */
const shortest = 60;
/** The points to ask for. */
export const mostPoints = 720;

interface HistoryCardProps {
  chosen: ChosenRange;
  /** What the range means now, in seconds since 1970. */
  span: { from: number; to: number };
  results: UseQueryResult<CallReply<'listResults'>, CallFailed>;
  /** Seconds between two checks. */
  frequency: number;
  bands: readonly Band[];
  /** Said when there is nothing: so far, and in a range of the past. */
  none: { yet: string; then: string };
}

/** Response times and availability over a range that the address tells, with bands behind them. */
export function HistoryCard({ chosen, span, results, frequency, bands, none }: HistoryCardProps): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { range, choose, leave } = chosen;
  const { from, to } = span;
  const period = Math.max(frequency, results.data?.step ?? 0);
  const points = useMemo(() => (results.data ? pointsOf(results.data, period) : []), [results.data, period]);
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
                <Message title={t('monitor.noneThen')} text={none.then} />
              ) : (
                <Message title={t('monitor.noResults')} text={none.yet} />
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

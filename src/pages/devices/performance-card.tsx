import { Button, SegmentedControl } from '@mantine/core';
import { IconActivityHeartbeat } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { performanceCapability, sampleEverySeconds } from '#api/contract/agent-methods/performance.ts';
import { performanceRangeNames, type PerformanceRange } from '#api/contract/performance.ts';
import { fetchedPart } from '#screens/fetched-part.tsx';
import { useFormat } from '#screens/shared/format.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { secondsOf } from '../../plot/plot-data.ts';
import { fittedStart, withGaps } from '../../plot/ranges.ts';
import { useRemembered } from '../../table/remembered.ts';
import { useWords } from '../../words/words.ts';
import { bytesText } from './bytes.ts';
import styles from './performance.module.css';

type Reply = CallReply<'readDevicePerformance'>;
type Series = Reply['series'][number];

const SharePlot = fetchedPart(
  async () => (await import('../../plot/share-plot.tsx')).SharePlot,
  <div className={styles['plotPlace']} />,
);

const isRange = (kept: unknown): kept is PerformanceRange => performanceRangeNames.some((name) => name === kept);
/** CPU, memory and the first volumes; the rest on request. */
const shownAtOnce = 8;

interface Props {
  id: number;
  /** What its agent can do, where that is known. */
  capabilities?: readonly string[];
}

/** CPU, memory and volumes of a device with an agent over a day, week or month. */
export function PerformanceCard({ id, capabilities = [performanceCapability] }: Props): ReactNode {
  const t = useWords();
  const [range, choose] = useRemembered<PerformanceRange>('device.performance', 'day', isRange);
  const reply = useCall(
    'readDevicePerformance',
    { params: { id }, query: { range } },
    { keep: true, refetchEverySeconds: sampleEverySeconds },
  );
  // While its figures are on their way; one that cannot be had is told where it is drawn.
  useEffect(() => void SharePlot.fetch().catch(() => undefined), []);
  const able = capabilities.includes(performanceCapability);
  return (
    <div className={styles.whole}>
      <Card
        title={t('performance.title')}
        actions={
          <SegmentedControl
            aria-label={t('performance.range')}
            value={range}
            onChange={(value) => isRange(value) && choose(value)}
            data={performanceRangeNames.map((value) => ({ value, label: t(`range.${value}`) }))}
          />
        }
      >
        <DataState of={reply} failed={t('performance.failed')}>
          {(data) =>
            data.series.length > 0 ? (
              <Plots data={data} rangeWords={t(`range.last_${range}`)} />
            ) : (
              <Message
                icon={<IconActivityHeartbeat size={28} stroke={1.5} />}
                title={t('performance.none')}
                text={t(able ? 'performance.noneText' : 'performance.oldAgent')}
              />
            )
          }
        </DataState>
      </Card>
    </div>
  );
}

function Plots({ data, rangeWords }: { data: Reply; rangeWords: string }): ReactNode {
  const t = useWords();
  const syncKey = useId();
  const [all, showAll] = useState(false);
  const { series, step } = data;
  const span = useMemo(() => {
    const [from, to] = [secondsOf(data.from), secondsOf(data.to)];
    const firsts = data.series.flatMap(({ points }) => (points[0] ? [secondsOf(points[0].at)] : []));
    return { from: fittedStart({ from, to }, firsts.length > 0 ? Math.min(...firsts) : undefined, step), to };
  }, [data, step]);
  return (
    <>
      <ul className={styles.plots}>
        {(all ? series : series.slice(0, shownAtOnce)).map((each) => (
          <li key={`${each.kind} ${each.name}`}>
            <Plot series={each} step={step} span={span} rangeWords={rangeWords} syncKey={syncKey} />
          </li>
        ))}
      </ul>
      <p className={styles.legend}>
        <span>
          <i data-mark="line" />
          {t('performance.average')}
        </span>
        <span>
          <i data-mark="thin" />
          {t('performance.maximum')}
        </span>
        {!all && series.length > shownAtOnce ? (
          <Button variant="subtle" size="compact-sm" onClick={() => showAll(true)}>
            {t('performance.showAll', { count: series.length - 2 })}
          </Button>
        ) : null}
      </p>
    </>
  );
}

interface PlotProps {
  series: Series;
  step: number;
  span: { from: number; to: number };
  rangeWords: string;
  syncKey: string;
}

function Plot({ series, step, span, rangeWords, syncKey }: PlotProps): ReactNode {
  const t = useWords();
  const format = useFormat();
  const points = useMemo(() => gappedPoints(series, step), [series, step]);
  const name =
    series.kind === 'VOLUME' ? t('performance.volume', { name: series.name }) : t(`performance.${series.kind}`);
  const share = format.percent(series.value);
  const of =
    series.size === null ? share : t('performance.ofSize', { share, size: bytesText(series.size, format.number) });
  const most = Math.max(0, ...series.points.map(({ maximum }) => maximum));
  const label = t('performance.plot', { name, range: rangeWords, share, most: format.percent(most) });
  return (
    <section className={styles.plot} aria-label={name}>
      <h3 className={styles.head}>
        <span className={styles.name}>{name}</span>
        <span className={styles.value} title={t('performance.at', { time: format.exact(series.at) })}>
          {of}
        </span>
      </h3>
      <SharePlot points={points} from={span.from} to={span.to} label={label} syncKey={syncKey} />
    </section>
  );
}

function gappedPoints({ points }: Series, step: number) {
  const read = points.map(({ at, average, maximum }) => ({
    at: secondsOf(at),
    value: average,
    most: maximum,
    up: 1,
    checks: 1,
  }));
  return withGaps(read, step * 2.5);
}

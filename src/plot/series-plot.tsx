import 'uplot/dist/uPlot.min.css';
import { useMantineColorScheme, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import uPlot from 'uplot';
import { useFormat } from '../format/format.ts';
import { useWords } from '../words/words.ts';
import { plotOptions, type Band } from './plot-options.ts';
import styles from './plot.module.css';

export interface PlotPoint {
  /** Seconds since 1970. */
  at: number;
  /** Milliseconds; null is a gap. */
  value: number | null;
  most: number | null;
  up: number;
  checks: number;
}

interface SeriesPlotProps {
  points: readonly PlotPoint[];
  /** Seconds since 1970. */
  from: number;
  to: number;
  bands: readonly Band[];
  label: string;
}

const height = 260;

/** Response times as a line with a crosshair; checks without an answer are gaps, alerts are bands behind them. */
export function SeriesPlot({ points, from, to, bands, label }: SeriesPlotProps): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { colorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme();
  const { ref: frame, width } = useElementSize<HTMLDivElement>();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [at, setAt] = useState<number | null>(null);

  useEffect(() => {
    if (!place.current || width === 0) return undefined;
    const data: uPlot.AlignedData = [
      points.map((point) => point.at),
      points.map(({ value }) => value),
      points.map(({ most }) => most),
    ];
    const made = new uPlot(
      plotOptions({ width, height, from, to, bands, format, style: getComputedStyle(place.current), onPoint: setAt }),
      data,
      place.current,
    );
    plot.current = made;
    return () => {
      plot.current = null;
      made.destroy();
    };
    // The colours of the plot are those of the scheme at the time it is made.
  }, [points, from, to, bands, format, width, scheme, colorScheme]);

  const point = at === null ? undefined : points[at];
  return (
    <div ref={frame} className={styles.frame}>
      <p className={styles.readout} aria-live="off">
        {point ? (
          <>
            <strong>{point.value === null ? t('plot.noAnswer') : format.milliseconds(point.value)}</strong>
            {point.checks > 1 && point.most !== null
              ? ` · ${t('plot.most', { value: format.milliseconds(point.most) })}`
              : ''}
            {point.checks > 1 ? ` · ${t('plot.checks', { count: point.checks })}` : ''}
            {point.up < 1 ? ` · ${t('plot.up', { share: format.percent(point.up) })}` : ''}
            <span className={styles.readoutTime}>{format.exact(point.at * 1000)}</span>
          </>
        ) : (
          <span className={styles.readoutTime}>{t('plot.hint')}</span>
        )}
      </p>
      <div ref={place} className={styles.plot} style={{ height }} role="img" aria-label={label} />
    </div>
  );
}

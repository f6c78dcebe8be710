import 'uplot/dist/uPlot.min.css';
import { useMantineColorScheme, useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import uPlot from 'uplot';
import { useFormat } from '#screens/shared/format.ts';
import { useWords } from '../words/words.ts';
import { bandsAt, type Band } from './bands.ts';
import { Legend } from './legend.tsx';
import { availabilityOptions, axisWidth, heights, responseOptions, type PlotSettings } from './plot-options.ts';
import type { PlotPoint } from './plot-point.ts';
import styles from './plot.module.css';
import { sharesUp } from './shares-up.ts';
import { Tip } from './tip.tsx';

interface SeriesPlotProps {
  points: readonly PlotPoint[];
  /** Seconds that a point covers. */
  period: number;
  /** Seconds since 1970. */
  from: number;
  to: number;
  bands: readonly Band[];
  labels: { response: string; availability: string };
  onZoom: (from: number, to: number) => void;
}

/** Pointer tolerance around a band, in pixels. */
const reach = 4;

/** A monitor's response times and availability, stacked with a shared crosshair; alerts and maintenance are bands behind them. */
export function SeriesPlot({ points, period, from, to, bands, labels, onZoom }: SeriesPlotProps): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { colorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme();
  const { ref: frame, width } = useElementSize<HTMLDivElement>();
  const response = useRef<HTMLDivElement>(null);
  const availability = useRef<HTMLDivElement>(null);
  const syncKey = useId();
  const [pointed, setPointed] = useState<Parameters<PlotSettings['onPoint']>[0]>();
  const zoom = useRef(onZoom);
  zoom.current = onZoom;
  const missed = useMemo(() => points.flatMap(({ at, up, checks }) => (up < 1 && checks > 0 ? [at] : [])), [points]);

  useEffect(() => {
    if (!response.current || !availability.current || width === 0) return undefined;
    const times = points.map(({ at }) => at);
    const settings = {
      width,
      period,
      from,
      to,
      bands,
      missed,
      format,
      style: getComputedStyle(response.current),
      syncKey,
      onPoint: setPointed,
      onZoom: (begin: number, end: number) => zoom.current(begin, end),
    };
    const made = [
      new uPlot(
        responseOptions(settings),
        [times, points.map(({ value }) => value), points.map(({ most }) => most)],
        response.current,
      ),
      new uPlot(
        availabilityOptions(settings),
        [times, points.map(({ checks }) => (checks > 0 ? 1 : null)), sharesUp(points, period)],
        availability.current,
      ),
    ];
    return () => {
      for (const plot of made) plot.destroy();
      setPointed(undefined);
    };
    // uPlot reads the colours once, so recreate the plots when the colour scheme changes.
  }, [points, period, from, to, bands, missed, format, width, syncKey, scheme, colorScheme]);

  const point = pointed && points[pointed.index];
  const perPixel = (to - from) / Math.max(1, width - axisWidth);
  return (
    <div ref={frame} className={styles.frame}>
      <div className={styles.plots}>
        <h3 className={styles.caption}>{t('monitor.responseTime')}</h3>
        <div
          ref={response}
          className={styles.plot}
          style={{ height: heights.response }}
          role="img"
          aria-label={labels.response}
        />
        <h3 className={styles.caption}>{t('monitor.availability')}</h3>
        <div
          ref={availability}
          className={styles.plot}
          style={{ height: heights.availability }}
          role="img"
          aria-label={labels.availability}
        />
        {pointed && point ? (
          <Tip
            point={point}
            bands={bandsAt(bands, pointed.at, reach * perPixel)}
            left={axisWidth + pointed.left}
            width={width}
          />
        ) : null}
      </div>
      <Legend bands={bands} several={points.some(({ checks }) => checks > 1)} />
    </div>
  );
}

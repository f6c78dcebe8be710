import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import uPlot from 'uplot';
import { useFormat } from '#screens/shared/format.ts';
import { useWords } from '../words/words.ts';
import { axisWidth, heights, shareOptions } from './plot-options.ts';
import styles from './plot.module.css';
import type { GapPoint } from './ranges.ts';

export interface SharePlotProps {
  /** `value` and `most` are shares of 1: the average and the maximum of a point. */
  points: readonly GapPoint[];
  /** Seconds since 1970. */
  from: number;
  to: number;
  label: string;
  /** Plots with the same key share their crosshair. */
  syncKey: string;
}

/** A share of 100 % over time: its average as a line, its maximum as a thinner line. */
export function SharePlot({ points, from, to, label, syncKey }: SharePlotProps): ReactNode {
  const format = useFormat();
  const { colorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme();
  const { ref: frame, width } = useElementSize<HTMLDivElement>();
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<{ index: number; left: number }>();

  useEffect(() => {
    if (!place.current || width === 0) return undefined;
    const style = getComputedStyle(place.current);
    const plot = new uPlot(
      shareOptions({ width, from, to, format, style, syncKey, onPoint: setPointed }),
      [points.map(({ at }) => at), points.map(({ value }) => value), points.map(({ most }) => most)],
      place.current,
    );
    return () => {
      plot.destroy();
      setPointed(undefined);
    };
    // uPlot reads the colours once, so recreate the plot when the colour scheme changes.
  }, [points, from, to, format, width, syncKey, scheme, colorScheme]);

  const point = pointed && points[pointed.index];
  return (
    <div ref={frame} className={styles.frame}>
      <div className={styles.plots}>
        <div ref={place} className={styles.plot} style={{ height: heights.share }} role="img" aria-label={label} />
        {pointed && point ? <ShareTip point={point} left={axisWidth + pointed.left} width={width} /> : null}
      </div>
    </div>
  );
}

function ShareTip({ point, left, width }: { point: GapPoint; left: number; width: number }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { at, value, most } = point;
  return (
    <div className={styles.tip} data-side={left > width / 2 ? 'left' : 'right'} style={{ left }} aria-hidden="true">
      <span className={styles.tipTime}>{format.exact(at * 1000)}</span>
      <strong>
        {value === null ? t('performance.gap') : t('performance.averageOf', { share: format.percent(value) })}
      </strong>
      {most === null ? null : <span>{t('performance.maximumOf', { share: format.percent(most) })}</span>}
    </div>
  );
}

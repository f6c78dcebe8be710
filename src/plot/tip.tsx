import type { ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { useWords } from '../words/words.ts';
import type { Band } from './bands.ts';
import styles from './plot.module.css';
import type { PlotPoint } from './plot-point.ts';

interface TipProps {
  point: PlotPoint;
  /** The bands at the crosshair. */
  bands: readonly Band[];
  /** Pixels from the left of the frame. */
  left: number;
  width: number;
}

/** Tooltip at the crosshair: the values and the active bands. */
export function Tip({ point, bands, left, width }: TipProps): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { at, value, most, up, checks } = point;
  return (
    <div className={styles.tip} data-side={left > width / 2 ? 'left' : 'right'} style={{ left }} aria-hidden="true">
      <span className={styles.tipTime}>{format.exact(at * 1000)}</span>
      {checks === 0 ? (
        <strong>{t('plot.gap')}</strong>
      ) : (
        <>
          <strong>{value === null ? t('plot.noAnswer') : format.milliseconds(value)}</strong>
          {checks > 1 ? (
            <span>
              {most === null ? '' : `${t('plot.most', { value: format.milliseconds(most) })} · `}
              {t('plot.checks', { count: checks })}
            </span>
          ) : null}
          {checks > 1 || up < 1 ? <span>{t('plot.up', { share: format.percent(up) })}</span> : null}
        </>
      )}
      {bands.map(({ kind, from, title, text }) => (
        <span key={`${kind} ${from} ${title}`} className={styles.tipBand} data-kind={kind}>
          <strong>{title}</strong>
          {text}
        </span>
      ))}
    </div>
  );
}

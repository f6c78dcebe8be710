import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import type { Band } from './bands.ts';
import styles from './plot.module.css';

/** Legend of the plots; `several`: a point aggregates more than one check. */
export function Legend({ bands, several }: { bands: readonly Band[]; several: boolean }): ReactNode {
  const t = useWords();
  const kinds = [...new Set(bands.map(({ kind }) => kind))];
  return (
    <ul className={styles.legend} aria-label={t('plot.legend')}>
      <li>
        <i data-mark="line" />
        {several ? t('plot.average') : t('plot.response')}
      </li>
      {several ? (
        <li>
          <i data-mark="thin" />
          {t('plot.slowest')}
        </li>
      ) : null}
      <li>
        <i data-mark="miss" />
        {t('plot.noAnswer')}
      </li>
      <li>
        <i data-mark="up" />
        {t('status.up')}
      </li>
      <li>
        <i data-mark="down" />
        {t('status.down')}
      </li>
      {kinds.map((kind) => (
        <li key={kind}>
          <i data-mark={kind} />
          {t(`band.${kind}`)}
        </li>
      ))}
      <li className={styles.hint}>{t('plot.hint')}</li>
    </ul>
  );
}

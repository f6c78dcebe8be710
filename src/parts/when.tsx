import type { ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { useNow } from '#screens/shared/use-now.ts';
import { useHint } from './use-hint.tsx';
import styles from './parts.module.css';

/** The page's clock lags by up to a few seconds, so clamp: a recent event must not appear to be in the future. */
const tickMs = 10_000;

interface Props {
  at: string;
  /** Shows the duration ("3 h 12 min") instead of how long ago it began. */
  lasting?: boolean;
}

/** A relative time, with the exact time and its zone in a tooltip. */
export function When({ at, lasting = false }: Props): ReactNode {
  const format = useFormat();
  const now = useNow();
  const { aim, hint } = useHint<HTMLTimeElement>(() => format.exact(at));
  const then = new Date(at).getTime();
  const reference = then - now > 0 && then - now < tickMs ? then : now;
  return (
    <>
      <time {...aim} dateTime={at} className={styles.when}>
        {lasting ? format.duration((reference - then) / 1000) : format.relative(at, reference)}
      </time>
      {hint}
    </>
  );
}

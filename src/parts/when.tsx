import type { ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { useNow } from '../format/use-now.ts';
import { useHint } from './use-hint.tsx';
import styles from './parts.module.css';

/** The page's clock ticks every few seconds, so what just happened must not read as still to come. */
const tickMs = 10_000;

interface Props {
  at: string;
  /** How long it has been so ("3 h 12 min") in the place of how long ago it began. */
  lasting?: boolean;
}

/** A relative time; the exact one, zone named, in its tooltip. */
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

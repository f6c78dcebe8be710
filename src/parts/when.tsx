import type { ReactNode } from 'react';
import { useFormat } from '../format/format.ts';
import { useNow } from '../format/use-now.ts';
import { useHint } from './use-hint.tsx';
import styles from './parts.module.css';

/** The page's clock ticks every few seconds, so what just happened must not read as still to come. */
const tickMs = 10_000;

/** A relative time; the exact one, zone named, in its tooltip. */
export function When({ at }: { at: string }): ReactNode {
  const format = useFormat();
  const now = useNow();
  const { aim, hint } = useHint<HTMLTimeElement>(() => format.exact(at));
  const then = new Date(at).getTime();
  return (
    <>
      <time {...aim} dateTime={at} className={styles.when}>
        {format.relative(at, then - now > 0 && then - now < tickMs ? then : now)}
      </time>
      {hint}
    </>
  );
}

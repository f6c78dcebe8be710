import type { ReactNode } from 'react';
import type { StepView } from '#engine/flow/step-view.ts';
import { fill, useScreenWords } from '../words.tsx';
import styles from './step.module.css';

/** Why what is followed could not be read, and that the page tries again. */
export function ReadingFailed({
  view: { refusal, retries },
}: {
  view: Pick<StepView, 'refusal' | 'retries'>;
}): ReactNode {
  const words = useScreenWords();
  if (refusal === undefined) return null;
  const { count = 0, most = 0 } = retries ?? {};
  return (
    <p className={styles.sentence} role={retries === undefined ? 'alert' : 'status'}>
      {refusal.message}
      {retries !== undefined && ` ${fill(words.tryingAgain, { count, most })}`}
    </p>
  );
}

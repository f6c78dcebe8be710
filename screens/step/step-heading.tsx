import type { ReactNode } from 'react';
import type { CompiledScreen } from '#engine/document/document.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { fill } from '../words.tsx';
import styles from './step.module.css';

interface Props {
  screen: CompiledScreen;
  view: StepView;
  /** What is around it shows the title: it is there for the focus and for those who hear the page. */
  named: boolean;
}

export function StepHeading({ screen, view, named }: Props): ReactNode {
  const { title, description } = screen.document;
  return (
    <div className={styles.heading} data-named={named || undefined}>
      <h1 tabIndex={-1} className={styles.title}>
        {fill(title, view.words)}
      </h1>
      {description && <p className={styles.lead}>{fill(description, view.words)}</p>}
    </div>
  );
}

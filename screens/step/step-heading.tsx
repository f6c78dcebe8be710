import type { ReactNode } from 'react';
import type { CompiledScreen } from '#engine/document/document.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { fill } from '../words.tsx';
import styles from './step.module.css';

export function StepHeading({ screen, view }: { screen: CompiledScreen; view: StepView }): ReactNode {
  const { title, description } = screen.document;
  return (
    <div className={styles.heading}>
      <h1 tabIndex={-1} className={styles.title}>
        {fill(title, view.words)}
      </h1>
      {description && <p className={styles.lead}>{fill(description, view.words)}</p>}
    </div>
  );
}

import type { ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import styles from './deletion.module.css';

/** What blocks beside the first reason, which the sentence says. */
export default function BlockedPart({ view }: SpecialPartProps): ReactNode {
  const others = (view.shown.deletionPlan?.blockers ?? []).slice(1);
  if (others.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {others.map(({ code, message }) => (
        <li key={code}>{message}</li>
      ))}
    </ul>
  );
}

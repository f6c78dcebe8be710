import { useState, type ReactNode } from 'react';
import { localNow } from '../shared/local-now.ts';
import { oldestKept } from '#schemas/backup-job/runs.ts';
import type { SpecialPartProps } from '../registry.tsx';
import { clockWords } from '../shared/run-timeline.tsx';
import { answersIn } from './answers-in.ts';
import styles from '../shared/panel.module.css';

/** How far back the images reach that the retention policy keeps (F06-29, F06-30). */
export default function AdvancedPart({ view }: SpecialPartProps): ReactNode {
  const [now] = useState(localNow);
  const { retentionPolicy, retentionImageCount } = view.data;
  if (retentionPolicy !== 'IMAGE_COUNT' || typeof retentionImageCount !== 'number') return null;
  const oldest = oldestKept(answersIn(view.answers['schedule']), now, retentionImageCount);
  return (
    <section className={styles.panel} aria-label="What retention keeps">
      <p>
        {oldest === undefined
          ? 'With this schedule the images kept reach back more than a year.'
          : `With this schedule the oldest image kept today would be that of ${clockWords(oldest)}.`}
      </p>
    </section>
  );
}

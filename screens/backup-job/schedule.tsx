import { useState, type ReactNode } from 'react';
import { answersIn } from './answers-in.ts';
import { RunTimeline } from '../shared/run-timeline.tsx';
import type { SpecialPartProps } from '../registry.tsx';
import { backupsPerDay, isOver, nextRuns } from '#schemas/backup-job/runs.ts';
import { localNow } from '../shared/local-now.ts';
import { useScreenWords } from '../words.tsx';
import styles from '../shared/panel.module.css';

const SHOWN = 10;

/** What the schedule comes to: “Backup per day” of its parts and the next runs (F06-23, F06-25). */
export default function SchedulePart({ view }: SpecialPartProps): ReactNode {
  const words = useScreenWords();
  const [now] = useState(localNow);
  const schedule = answersIn(view.data);
  const { full, incremental } = backupsPerDay(schedule);
  const runs = nextRuns(schedule, now, SHOWN);
  return (
    <section className={styles.panel} aria-label="What the schedule comes to">
      {full === undefined ? null : <p>Backup per day: {full}</p>}
      {incremental === undefined ? null : <p>Incremental backup per day: {incremental}</p>}
      <p className={styles.title}>Next runs</p>
      {runs.length > 0 ? (
        <RunTimeline runs={runs} label="Next runs" />
      ) : isOver(schedule, now) ? (
        <p role="status">{words.runNone}</p>
      ) : (
        <p>No run yet: complete the schedule.</p>
      )}
    </section>
  );
}

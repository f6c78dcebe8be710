import { useEffect, useRef, useState, type ReactNode } from 'react';
import { SpecialPart } from '../registry.tsx';
import { FetchedJobRows } from '../rows/fetched-rows.ts';
import { fill, useScreenWords } from '../words.tsx';
import { JobProgress } from './job-progress.tsx';
import { ReadingFailed } from './reading-failed.tsx';
import { StepFooter } from './step-footer.tsx';
import type { StepProps } from './step-props.ts';
import styles from './step.module.css';

/** Work under way: what is being done, for how long, and how much of it where that is known. */
export function ProgressStep({ screen, screens, view, send, heading }: StepProps): ReactNode {
  const { text = '', actions = [] } = screen.document;
  const root = useRef<HTMLDivElement>(null);
  const offered = actions.filter(({ event }) => view.can.event(event));
  const events = offered.map(({ event }) => event).join(' ');
  // A button that was pressed and goes, such as Stop, takes the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [events]);
  return (
    <div ref={root} className={styles.main} aria-busy="true">
      <div className={styles.body}>
        <div className={styles.column}>
          {heading}
          <output className={styles.doing}>{fill(text, view.words)}</output>
          <JobProgress stages={screen.document.stages} unit={screen.document.unit} progress={view.shown.progress} />
          {view.retries && <ReadingFailed view={view} />}
          <Elapsed />
          <SpecialPart screen={screen} screens={screens} view={view} send={send} />
          {screen.document.rows && <FetchedJobRows label={screen.document.title} rows={screen.document.rows} active />}
        </div>
      </div>
      {(view.can.back || offered.length > 0) && (
        // The work is what waits here, not the ways out of it.
        <StepFooter view={{ ...view, busy: false }} send={send} actions={actions} />
      )}
    </div>
  );
}

function Elapsed(): ReactNode {
  const words = useScreenWords();
  const [since] = useState(() => performance.now());
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - since) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [since]);
  if (seconds === 0) return <p className={styles.elapsed}> </p>;
  const minutes = Math.floor(seconds / 60);
  const time =
    minutes > 0 ? fill(words.elapsedMinutes, { minutes, seconds: seconds % 60 }) : fill(words.elapsed, { seconds });
  return <p className={styles.elapsed}>{fill(words.elapsedSince, { time })}</p>;
}

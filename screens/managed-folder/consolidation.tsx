import { useState, type ReactNode } from 'react';
import { monthEnd, nextConsolidations, weekEnd } from '#schemas/managed-folder/kept.ts';
import type { SpecialPartProps } from '../registry.tsx';
import { dayWords } from '../shared/kept-images.tsx';
import { localNow } from '../shared/local-now.ts';
import { RunTimeline } from '../shared/run-timeline.tsx';
import styles from '../shared/panel.module.css';
import { policyIn } from './policy-in.ts';

const SHOWN = 10;

/** When this week and this month end by the answers, and the next merges (F07-11 … F07-14). */
export default function ConsolidationPart({ view }: SpecialPartProps): ReactNode {
  const [now] = useState(localNow);
  const policy = policyIn(view.data, undefined);
  const today = now.slice(0, 10);
  const [week, month] = [weekEnd(policy, today), monthEnd(policy, today)];
  if (week === undefined || month === undefined) return null;
  const runs = nextConsolidations(policy, today, SHOWN).map(({ day, images }) => ({ at: day, kind: images }));
  return (
    <section className={styles.panel} aria-label="What the days come to">
      <p>
        {policy.consolidationEnabled === true
          ? `The next weekly image is made at the end of ${dayWords(week, 'weekday')}, the next monthly image at the end of ${dayWords(month, 'weekday')}.`
          : 'Consolidation is off: the image manager makes no daily, weekly or monthly images.'}
      </p>
      {runs.length > 0 ? (
        <>
          <p className={styles.title}>Next merges</p>
          <RunTimeline runs={runs} label="Next merges" />
        </>
      ) : null}
    </section>
  );
}

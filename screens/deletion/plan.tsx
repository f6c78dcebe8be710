import type { ReactNode } from 'react';
import type { ShownData } from '#engine/flow/flow.ts';
import type { SpecialPartProps } from '../registry.tsx';
import { useFormat } from '../shared/format.ts';
import { fill, useScreenWords } from '../words.tsx';
import styles from './deletion.module.css';
import { kindWords } from './kind-words.ts';

type Line = ShownData['deletionPlan']['lines'][number];

/** Everything that goes, in counts and names, and what to know before (F10-03). */
export default function PlanPart({ view }: SpecialPartProps): ReactNode {
  const words = useScreenWords();
  const { deletionPlan } = view.shown;
  if (deletionPlan === undefined) return null;
  const { lines, warnings } = deletionPlan;
  return (
    <div className={styles.plan}>
      {warnings.length > 0 ? (
        <>
          <h2>{words.beforeYouDelete}</h2>
          <ul className={styles.notes}>
            {warnings.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
        </>
      ) : null}
      {lines.length > 0 ? (
        <>
          <h2>{words.whatGoes}</h2>
          {/* It may scroll: the keyboard reaches it. */}
          <ul className={styles.lines} aria-label={words.whatGoes} tabIndex={0}>
            {lines.map((line) => (
              <PlanLine key={line.kind} line={line} />
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

function PlanLine({ line: { kind, count, names } }: { line: Line }): ReactNode {
  const words = useScreenWords();
  const format = useFormat();
  const [one, many] = kindWords[kind];
  const others = count - names.length;
  const more = others > 0 && names.length > 0 ? fill(words.andMore, { count: format.number(others) }) : '';
  return (
    <li>
      <span className={styles.count}>
        {format.number(count)} {count === 1 ? one : many}
      </span>
      <span className={styles.names}>{[names.join(', '), more].filter(Boolean).join(' ')}</span>
    </li>
  );
}

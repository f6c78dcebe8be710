import type { ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import { defaultConditionsWords, isReport } from './report.ts';
import { RefusalsLink } from './refusals-link.tsx';
import styles from './rows.module.css';

/** How many rows did what; the rows are in the table below. */
export default function ImportedPart({ view }: SpecialPartProps): ReactNode {
  const { report } = view.shown;
  if (!isReport(report)) return null;
  const { add, change, same, skip, refuse } = report.counts;
  const defaults = defaultConditionsWords(report);
  const told = [
    [add, 'added'],
    [change, 'changed'],
    [same, 'unchanged'],
    [skip, 'left alone'],
    [refuse, 'refused'],
  ] as const;
  return (
    <div className={styles.part} data-wide>
      <p className={styles.sum}>
        {told
          .filter(([count]) => count > 0)
          .map(([count, word]) => `${count.toLocaleString()} ${word}`)
          .join(', ')}
        .
      </p>
      {defaults && <p className={styles.quiet}>{defaults}</p>}
      {refuse > 0 && <RefusalsLink report={report} />}
    </div>
  );
}

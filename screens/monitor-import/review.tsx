import type { ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import { counted, defaultConditionsWords, isReport } from './report.ts';
import { Rows } from './rows.tsx';
import styles from './rows.module.css';

/** What each row would do, before anything is written. */
export default function ReviewPart({ view, send }: SpecialPartProps): ReactNode {
  const { report } = view.shown;
  if (!isReport(report)) return null;
  const { counts, toWrite, total, fileName } = report;
  const defaults = defaultConditionsWords(report);
  const told = [
    [counts.add, 'to add'],
    [counts.change, 'to change'],
    [counts.same, 'stored already'],
    [counts.skip, 'left alone'],
  ] as const;
  const rest = told.filter(([count]) => count > 0).map(([count, words]) => `${count.toLocaleString()} ${words}`);
  return (
    <div className={styles.part}>
      <p className={styles.sum}>
        <strong>{fileName}</strong> has {counted(total, 'monitor')}: {rest.join(', ')}
        {counts.refuse > 0 && (
          <>
            {rest.length > 0 && ', '}
            <span className={styles.bad}>{counts.refuse.toLocaleString()} refused</span>
          </>
        )}
        .
      </p>
      {defaults && <p className={styles.quiet}>{defaults}</p>}
      {toWrite === 0 && (
        <p className={styles.quiet} role="status">
          {counts.refuse === total
            ? 'Every row is refused, so there is nothing to import. Correct the file and choose it again.'
            : 'There is nothing to import: what the file says is stored already, left alone or refused.'}
        </p>
      )}
      <Rows report={report} view={view} send={send} />
    </div>
  );
}

import type { ReactNode } from 'react';
import { CheckFindings } from '../monitor-findings/check-findings.tsx';
import type { SpecialPartProps } from '../registry.tsx';
import { useTranslate } from '../shared/translate.ts';
import { Receivers } from './receivers.tsx';
import styles from './confirm.module.css';

/** Who will be notified of alerts, and what "Test now" found. */
export default function ConfirmPart({ view }: SpecialPartProps): ReactNode {
  const translate = useTranslate();
  const { test } = view.shown;
  return (
    <>
      {test ? (
        <section
          className={styles.panel}
          data-ok={test.result.ok}
          aria-label={translate('detail.testResult', 'Test result')}
          aria-live="polite"
        >
          <CheckFindings {...test} folded />
        </section>
      ) : null}
      <Receivers answers={view.answers} />
    </>
  );
}

import type { ReactNode } from 'react';
import type { CheckDetail, CheckResult } from '#api/contract/monitor-findings.ts';
import { CheckFindings } from '../monitor-findings/check-findings.tsx';
import type { SpecialPartProps } from '../registry.tsx';
import { useTranslate } from '../shared/translate.ts';
import { Receivers } from './receivers.tsx';
import styles from './confirm.module.css';

interface TestReply {
  result: CheckResult;
  detail: CheckDetail;
}

/** Who will be notified of alerts, and what "Test now" found. */
export default function ConfirmPart({ view }: SpecialPartProps): ReactNode {
  const translate = useTranslate();
  const { test } = view.shown;
  return (
    <>
      {isTestReply(test) ? (
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

function isTestReply(shown: unknown): shown is TestReply {
  return typeof shown === 'object' && shown !== null && 'result' in shown && 'detail' in shown;
}

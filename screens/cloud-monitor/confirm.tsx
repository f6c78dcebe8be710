import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import { Found } from './found.tsx';
import { Receivers } from './receivers.tsx';
import { factsOf, isTestReply, type TestReply } from './test-reply.ts';
import styles from './confirm.module.css';

/** Who will be notified of alerts, and what "Test now" found. */
export default function ConfirmPart({ view }: SpecialPartProps): ReactNode {
  const { test } = view.shown;
  return (
    <>
      {isTestReply(test) ? <TestResult test={test} /> : null}
      <Receivers answers={view.answers} />
    </>
  );
}

/** Whether it answered, how fast, and the answer itself as text. */
function TestResult({ test }: { test: TestReply }): ReactNode {
  const { result, detail } = test;
  const facts = factsOf(test);
  return (
    <section className={styles.panel} data-ok={result.ok} aria-label="Test result" aria-live="polite">
      <div className={styles.head}>
        {result.ok ? <IconCircleCheck size={18} aria-hidden /> : <IconCircleX size={18} aria-hidden />}
        <h2 className={styles.title}>{result.ok ? 'The check succeeded' : 'The check failed'}</h2>
      </div>
      {result.message && <p className={styles.reason}>{result.message}</p>}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <Found detail={detail} />
      {detail.headers.length > 0 && (
        <Part
          name={`Response headers (${detail.headers.length})`}
          text={detail.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
        />
      )}
      {detail.body !== null && (
        <Part name={detail.bodyTruncated ? 'Response body (the first part)' : 'Response body'} text={detail.body} />
      )}
    </section>
  );
}

/** What came from outside is shown as text and nothing else; in a field it can be scrolled, searched and copied. */
function Part({ name, text }: { name: string; text: string }): ReactNode {
  return (
    <details className={styles.part}>
      <summary>{name}</summary>
      <textarea
        readOnly
        aria-label={name}
        rows={Math.min(12, text.split('\n').length + 1)}
        value={text}
        spellCheck={false}
      />
    </details>
  );
}

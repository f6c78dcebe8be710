import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { submitLabel } from '#engine/document/submit.ts';
import { FormStateProvider } from '../form/form-context.tsx';
import { useFormStore } from '../form/use-form-store.ts';
import { SchemaForm } from '../form/schema-form.tsx';
import { SpecialProvider } from '../form/special-place.tsx';
import { titleAt } from '../form/field-title.ts';
import { fill, useScreenWords } from '../words.tsx';
import { SpecialPart } from '../registry.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { focusField } from './focus-field.ts';
import { HelpPanel } from './fetched-help-panel.ts';
import { Missing } from './missing.tsx';
import { RefusalBanner } from './refusal-banner.tsx';
import { StepFooter } from './step-footer.tsx';
import type { StepProps } from './step-props.ts';
import { TestPassed } from './test-passed.tsx';
import { onSubmitThen, type Onward } from './submit-then.ts';
import { useAnswers } from './use-answers.ts';
import styles from './step.module.css';

/** A screen that asks. */
export function FormStep({ screen, screens, view, send, heading }: StepProps): ReactNode {
  const words = useScreenWords();
  const form = useRef<HTMLFormElement>(null);
  const idPrefix = useId();
  const store = useFormStore(screen, view.data);
  const [attempt, setAttempt] = useState(0);
  const sent = useRef<unknown>(undefined);
  const answers = useAnswers(store, view, send);
  const { refusal } = view;
  useEffect(() => {
    if (refusal?.fields) store.refuse(refusal.fields);
  }, [store, refusal]);
  const lockedKey = view.locked.join('\n');
  const state = useMemo(
    () => ({ locked: lockedKey === '' ? [] : lockedKey.split('\n'), busy: view.busy }),
    [lockedKey, view.busy],
  );
  const elsewhere = Object.entries(refusal?.fields ?? {})
    .filter(([pointer]) => !store.stands(pointer))
    .map(([pointer, message]) => ({ label: titleAt(screen, pointer), message }));

  const submit = (onward?: Onward) => {
    // One click, one submit: the same state of the flow is left once.
    if (view.busy || !view.can.submit || sent.current === view) return;
    if (store.checkAll().length > 0) {
      setAttempt((count) => count + 1);
      return;
    }
    sent.current = view;
    answers.submit();
    const last = view.steps.at(-1)?.id;
    if (onward === undefined || last === undefined) return;
    send({ type: 'step.chosen', screen: onward === 'save' ? last : onward.to });
    // Where a step before the last is not passed yet, the machine stays at it and takes no other submit.
    if (onward === 'save') send({ type: 'step.submitted', screen: last, data: {} });
  };
  const submitNow = useEffectEvent(submit);
  useEffect(() => onSubmitThen(view.flow, submitNow), [view.flow]);

  const special = <SpecialPart screen={screen} screens={screens} view={view} send={send} />;
  const isInSection = screen.document.sections?.some((section) => section.special) === true;

  return (
    <form
      ref={form}
      className={styles.main}
      noValidate
      aria-busy={view.busy}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.body}>
        <div className={styles.column} data-form-column>
          {heading}
          {refusal && (
            <RefusalBanner
              refusal={refusal}
              failed={view.test === 'needed' ? undefined : screen.document.failed}
              elsewhere={elsewhere}
            />
          )}
          {view.test === 'passed' && screen.document.test && (
            <TestPassed text={fill(screen.document.test.passed, view.words)} />
          )}
          <ErrorSummary
            store={store}
            idPrefix={idPrefix}
            attempt={attempt}
            onChoose={(pointer) => form.current && focusField(form.current, pointer)}
          />
          {isInSection ? null : special}
          <FormStateProvider value={state}>
            <SpecialProvider value={special}>
              <SchemaForm store={store} mode={view.mode} idPrefix={idPrefix} />
            </SpecialProvider>
          </FormStateProvider>
        </div>
        {screen.document.help && <HelpPanel form={form} screen={screen} />}
      </div>
      <StepFooter
        view={view}
        send={send}
        actions={screen.document.actions ?? []}
        primary={{
          label: submitLabel(screen.document, view) ?? words.next,
          disabled: !view.can.submit && !view.busy,
          danger: screen.document.tone === 'danger',
        }}
        later={view.test === 'needed' ? (submitLabel(screen.document, { mode: view.mode }) ?? words.next) : undefined}
        missing={<Missing store={store} />}
      />
    </form>
  );
}

import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { memo, useId, type ReactNode } from 'react';
import type { StepItem, StepView } from '#engine/flow/step-view.ts';
import { fill, useScreenWords } from '../words.tsx';
import type { Send } from './step-props.ts';
import { submitThen } from './submit-then.ts';
import styles from './stepper.module.css';

/** The steps of the flow: a column at the left where there is room, a compact bar above where there is not. */
export function Stepper({ view, send }: { view: StepView; send: Send }): ReactNode {
  const words = useScreenWords();
  const { steps, position, total } = view;
  return (
    <nav className={styles.stepper} aria-label={words.steps}>
      <p className={styles.position} aria-hidden>
        {fill(words.step, { position, total })}
      </p>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li
            key={step.id}
            className={styles.step}
            data-status={step.status}
            aria-current={step.status === 'current' ? 'step' : undefined}
          >
            <Step {...step} flow={view.flow} number={index + 1} send={send} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface StepProps extends StepItem {
  flow: string;
  number: number;
  send: Send;
}

/** Most steps stay as they are when another becomes the current one. */
const Step = memo(function Step({ flow, number, send, ...step }: StepProps): ReactNode {
  const words = useScreenWords();
  const said = { done: `, ${words.done}`, current: '', upcoming: `, ${words.upcoming}` }[step.status];
  const content = (
    <>
      <span className={styles.mark} aria-hidden>
        {step.status === 'done' ? <IconCheck size={13} stroke={2.5} /> : number}
      </span>
      <span className={styles.name}>{step.title}</span>
      <span className={styles.unseen}>{said}</span>
    </>
  );
  const reason = useId();
  if (step.blockedBy !== undefined) {
    return (
      <>
        {/* It takes the focus, so that whoever presses it, or comes by keyboard, is told why it leads nowhere. */}
        <UnstyledButton className={styles.place} aria-disabled aria-describedby={reason}>
          {content}
        </UnstyledButton>
        <span id={reason} role="tooltip" className={styles.reason}>
          {fill(words.finishFirst, { step: step.blockedBy })}
        </span>
      </>
    );
  }
  if (step.afterThis) {
    return (
      <UnstyledButton className={styles.place} onClick={() => submitThen(flow, { to: step.id })}>
        {content}
      </UnstyledButton>
    );
  }
  if (!step.canChoose) return <span className={styles.place}>{content}</span>;
  return (
    <UnstyledButton className={styles.place} onClick={() => send({ type: 'step.chosen', screen: step.id })}>
      {content}
    </UnstyledButton>
  );
});

import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ScreenAction } from '#engine/document/document.ts';
import { SpecialPart } from '../registry.tsx';
import { FetchedJobRows } from '../rows/fetched-rows.ts';
import { fill, useScreenWords, type Words } from '../words.tsx';
import { ReadingFailed } from './reading-failed.tsx';
import type { StepProps } from './step-props.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import styles from './step.module.css';

const icons = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle, danger: IconCircleX };
const looks = {
  primary: { variant: 'filled' },
  default: { variant: 'default' },
  danger: { variant: 'filled', color: 'red' },
} as const;

/** A sentence, and what can be done about it. */
export function MessageStep({ screen, screens, view, send, heading }: StepProps): ReactNode {
  const words = useScreenWords();
  const { text = '', tone = 'info', actions = [] } = screen.document;
  const Icon = icons[tone];
  const offered = actionsOf(actions, view, words);
  return (
    <div className={styles.main}>
      <div className={styles.body}>
        <div className={styles.message} data-tone={tone} data-rows={screen.document.rows ? true : undefined}>
          <Icon size={28} stroke={1.75} aria-hidden className={styles.tone} />
          {heading}
          {text && (
            <p className={styles.sentence} role={tone === 'danger' ? 'alert' : 'status'}>
              {fill(text, view.words)}
            </p>
          )}
          {view.refusal && !fill(text, view.words).includes(view.refusal.message) && <ReadingFailed view={view} />}
          <SpecialPart screen={screen} screens={screens} view={view} send={send} />
          {screen.document.rows && (
            <FetchedJobRows label={screen.document.title} rows={screen.document.rows} active={false} />
          )}
          <div className={styles.messageActions}>
            {offered.map(({ event, label, variant = 'default' }) => (
              <Button
                key={event}
                {...looks[variant]}
                loading={view.busy && variant === 'primary'}
                onClick={() => {
                  if (!view.busy)
                    send(
                      event === 'step.submitted'
                        ? { type: event, screen: view.screen, data: view.data }
                        : { type: event },
                    );
                }}
              >
                {fill(label, view.words)}
              </Button>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

/** The document's actions that the machine takes now; where it names none, whatever way on there is. */
function actionsOf(actions: readonly ScreenAction[], view: StepView, words: Words): ScreenAction[] {
  const taken = actions.filter(({ event }) => view.can.event(event));
  if (taken.length > 0) return taken;
  if (view.can.submit) return [{ event: 'step.submitted', label: words.next, variant: 'primary' }];
  if (view.can.confirm) return [{ event: 'confirmed', label: words.next, variant: 'primary' }];
  if (view.can.retry) return [{ event: 'retried', label: words.tryAgain, variant: 'primary' }];
  return view.can.back ? [{ event: 'back', label: words.back }] : [];
}

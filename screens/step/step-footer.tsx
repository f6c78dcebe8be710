import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import type { ScreenAction } from '#engine/document/document.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { useScreenWords } from '../words.tsx';
import type { Send } from './step-props.ts';
import { waiting } from './waiting-button.tsx';
import styles from './step.module.css';

const CancelContext = createContext<(() => void) | undefined>(undefined);

/** A modal is left by a button of its own beside the cross in its head. */
export const CancelProvider = CancelContext.Provider;

interface Props {
  view: StepView;
  send: Send;
  actions: readonly ScreenAction[];
  primary?: { label: string; disabled?: boolean; danger?: boolean; onClick?: () => void };
  /** The words of the primary button to come: it waits until what is submitted now has succeeded. */
  later?: string | undefined;
  /** What is still to be given. */
  missing?: ReactNode;
  children?: ReactNode;
}

/** The ways on, always in view: Back at the left; what is missing, other actions and the primary one at the right. */
export function StepFooter({ view, send, actions, primary, later, missing }: Props): ReactNode {
  const words = useScreenWords();
  const cancel = use(CancelContext);
  // The button that was pressed is the one that shows the waiting.
  const [pressed, setPressed] = useState<string>();
  const footer = useRef<HTMLDivElement>(null);
  const shown = actions.filter(({ event }) => view.can.event(event) || (view.busy && pressed === event));
  const gone = pressed !== undefined && !shown.some(({ event }) => event === pressed);
  // Pause makes room for Continue: who works by the keyboard stays where they were.
  useEffect(() => {
    if (gone && document.activeElement === document.body)
      [...(footer.current?.querySelectorAll<HTMLElement>('[data-action]') ?? [])].at(-1)?.focus();
  }, [gone, pressed]);
  const act = (event: { type: string }) => () => {
    if (view.busy) return;
    setPressed(event.type);
    send(event);
  };
  return (
    <div ref={footer} className={styles.footer} data-step-footer>
      <div className={styles.footerInside}>
        {view.can.back && (
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={15} aria-hidden />}
            aria-disabled={view.busy}
            onClick={act({ type: 'back' })}
          >
            {words.back}
          </Button>
        )}
        {cancel &&
          !view.can.back &&
          !actions.some(({ event }) => event === 'closed') &&
          (view.kind === 'form' || view.kind === 'summary') && (
            <Button variant="default" aria-disabled={view.busy} onClick={() => !view.busy && cancel()}>
              {words.cancel}
            </Button>
          )}
        <div className={styles.missing}>{missing}</div>
        {shown.map(({ event, label, variant = 'default' }) => (
          <Button
            key={event}
            data-action={event}
            {...looks[variant]}
            loading={view.busy && pressed === event}
            renderRoot={waiting(false)}
            aria-disabled={view.busy}
            onClick={act({ type: event })}
          >
            {label}
          </Button>
        ))}
        {primary && (
          <Button
            type={primary.onClick ? 'button' : 'submit'}
            data-primary
            {...(primary.danger && looks.danger)}
            loading={view.busy && pressed === undefined}
            renderRoot={waiting(primary.disabled ?? false)}
            disabled={primary.disabled ?? false}
            aria-disabled={view.busy || primary.disabled}
            aria-busy={view.busy}
            onClick={() => {
              if (view.busy) return;
              setPressed(undefined);
              primary.onClick?.();
            }}
          >
            {primary.label}
          </Button>
        )}
        {later !== undefined && (
          <Button type="button" disabled>
            {later}
          </Button>
        )}
      </div>
    </div>
  );
}

const looks = {
  primary: { variant: 'filled' },
  default: { variant: 'default' },
  danger: { variant: 'filled', color: 'red' },
} as const;

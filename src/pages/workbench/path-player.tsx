import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconFlag } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { PlayedStep } from '#api/contract/workbench.ts';
import type { LoadedFlow } from '../../flow/loaded-flow.ts';
import type { Stage as StageOf } from '../../gallery/preview.ts';
import { Message } from '../../parts/message.tsx';
import { useWords } from '../../words/words.ts';
import { ScreenBoundary } from '../studio/screen-boundary.tsx';
import studio from '../studio/studio.module.css';
import styles from './workbench.module.css';

interface Props {
  loaded: LoadedFlow;
  Stage: typeof StageOf;
  steps: readonly PlayedStep[];
  /** Place of the step that is shown. */
  at: number;
  onStep(at: number): void;
}

/** A path, step by step: what was done, and the screen as it was after it. */
export function PathPlayer({ loaded, Stage, steps, at, onStep }: Props): ReactNode {
  const t = useWords();
  const list = useRef<HTMLOListElement>(null);
  const step = steps[at];
  // The keyboard goes on from the step that is shown.
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [at]);
  const go = (to: number): void => {
    if (to < 0 || to >= steps.length) return;
    onStep(to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    go(at + by);
  };
  if (step === undefined) return null;
  return (
    <div className={styles.player}>
      <div className={styles.steps}>
        <div className={styles.walk}>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('workbench.stepBack')}
            disabled={at === 0}
            onClick={() => go(at - 1)}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('workbench.stepOn')}
            disabled={at === steps.length - 1}
            onClick={() => go(at + 1)}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
          <span className={styles.quiet} aria-live="polite">
            {t('workbench.stepOf', { step: at + 1, count: steps.length })}
          </span>
        </div>
        <ol ref={list} className={styles.stepList} aria-label={t('workbench.pathSteps')}>
          {steps.map(({ name, state, says, problems }, index) => (
            <li key={index}>
              <UnstyledButton
                className={styles.step}
                data-bad={problems.length > 0 || undefined}
                aria-current={index === at ? 'step' : undefined}
                onClick={() => onStep(index)}
                onKeyDown={onKeyDown}
              >
                <span className={styles.stepName}>{name}</span>
                <span className={styles.quiet}>{state}</span>
                {says.map((one) => (
                  <span key={one} className={styles.quiet}>
                    {one}
                  </span>
                ))}
                {problems.map((one) => (
                  <span key={one} className={styles.bad}>
                    {one}
                  </span>
                ))}
              </UnstyledButton>
            </li>
          ))}
        </ol>
      </div>
      <div className={studio.desk}>
        {step.screen === '' ? (
          <Message icon={<IconFlag size={28} stroke={1.5} />} title={t('workbench.ended')} text={step.state} />
        ) : (
          <div className={studio.frame} data-presentation={loaded.flow.presentation} inert>
            <ScreenBoundary stamp={String(at)}>
              <Stage shown={loaded} state={shownState(step)} looks={looks} />
            </ScreenBoundary>
          </div>
        )}
      </div>
    </div>
  );
}

/** As it was: nothing goes on by itself. */
const looks = { errors: false, refusal: false, busy: false, effects: 'wait' } as const;

function shownState({ state, screen, snapshot }: PlayedStep): Parameters<typeof StageOf>[0]['state'] {
  return { mode: 'NEW', path: state, screen, busy: false, snapshot: snapshot as never };
}

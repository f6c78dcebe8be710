import { memo, Suspense, use, useCallback, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { CompiledScreen } from '#engine/document/document.ts';
import type { Flow } from '#engine/flow/flow.ts';
import { flowTitle } from '#engine/flow/title.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { awaitedBy } from './form/resolver.ts';
import { FlowAnswersProvider } from './form/depended.ts';
import { RunsProvider } from './rows/rows-source.tsx';
import { FormStep } from './step/form-step.tsx';
import { settleAnswers } from './step/settle.ts';
import { awaitedKinds, otherKinds } from './step/kinds.ts';
import type { Send, StepProps } from './step/step-props.ts';
import { StepHeading } from './step/step-heading.tsx';
import { Stepper } from './step/stepper.tsx';
import { useDocumentTitle } from './step/use-document-title.ts';
import styles from './step/step.module.css';

interface Props {
  flow: Pick<Flow, 'id' | 'title' | 'presentation' | 'namedBy'>;
  screens: Readonly<Record<string, CompiledScreen>>;
  view: StepView;
  send: Send;
  /** Shown within another page, as a preview: that page keeps its title, its place and, until a step is left, the focus. */
  isPart?: boolean;
}

/**
 * One state of a flow: where it stands among the steps, what it asks or says, and the ways on. Whatever changes around it,
 * as the note on the draft does with each answer, draws none of it again.
 */
export const StepScreen = memo(function StepScreen(props: Props): ReactNode {
  return (
    <Suspense fallback={null}>
      <Step {...props} />
    </Suspense>
  );
});

function Step({ flow, screens, view, send: tell, isPart }: Props): ReactNode {
  const screen = screens[view.screen];
  if (!screen) throw new Error(`flow "${flow.id}" has no screen "${view.screen}"`);
  const awaited = awaitedBy(Object.values(screens));
  if (awaited) use(awaited);
  const kinds = awaitedKinds([screen]);
  if (kinds) use(kinds);
  const root = useRef<HTMLDivElement>(null);
  useDocumentTitle(flowTitle(flow, view), screen.document.title, view, isPart);
  useFocusOnArrival(root, view.screen, isPart);
  const send = useCallback<Send>(
    (event) => {
      if (event.type !== 'step.changed' && event.type !== 'step.submitted') settleAnswers();
      tell(event);
    },
    [tell],
  );
  const heading = <StepHeading screen={screen} view={view} named={isNamedAbove(flow, view)} />;
  return (
    // Two states may show the same words, as those that save: the page says which it is to whoever tests or supports it.
    <div
      ref={root}
      className={styles.root}
      data-presentation={flow.presentation}
      data-kind={view.kind}
      data-flow={flow.id}
      data-state={view.state}
      role="presentation"
      onKeyDown={submitByKey}
    >
      <div className={styles.columns}>
        {view.total > 1 && view.position > 0 && <Stepper view={view} send={send} />}
        <RunsProvider value={view.shown.runs}>
          <FlowAnswersProvider value={view.answers}>
            <KindOfStep key={view.screen} screen={screen} screens={screens} view={view} send={send} heading={heading} />
          </FlowAnswersProvider>
        </RunsProvider>
      </div>
    </div>
  );
}

/** Ctrl+Enter presses the primary button; a dialog in front has keys of its own. */
function submitByKey(event: React.KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  if (!event.currentTarget.contains(event.target as Node)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>('[data-step-footer] [data-primary]')?.click();
}

/** A modal of one step has its title in its own header. */
function isNamedAbove({ presentation }: Props['flow'], { position, total }: StepView): boolean {
  return presentation === 'modal' && position === 1 && total === 1;
}

function KindOfStep(props: StepProps): ReactNode {
  const { kind } = props.view;
  switch (kind) {
    case 'form':
      return <FormStep {...props} />;
    case 'summary': {
      const { SummaryStep } = otherKinds();
      return <SummaryStep {...props} />;
    }
    case 'conflict': {
      const { ConflictStep } = otherKinds();
      return <ConflictStep {...props} />;
    }
    case 'progress': {
      const { ProgressStep } = otherKinds();
      return <ProgressStep {...props} />;
    }
    case 'message': {
      const { MessageStep } = otherKinds();
      return <MessageStep {...props} />;
    }
    default:
      return unreachable(kind);
  }
}

function unreachable(kind: never): never {
  throw new Error(`a screen of kind "${String(kind)}" is not known here`);
}

/** A new step is read from its heading; the first one from the field that its document wants the person in, if any. */
function useFocusOnArrival(root: React.RefObject<HTMLDivElement | null>, screen: string, isPart?: boolean): void {
  const before = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (before.current === screen) return;
    const isFirst = before.current === undefined;
    before.current = screen;
    if (isPart && isFirst) return;
    const wanted = isFirst && root.current?.querySelector<HTMLElement>('[data-autofocus] input');
    const target = wanted || root.current?.querySelector<HTMLElement>('h1');
    // A modal takes the focus a moment later: here, not to its close button.
    target?.setAttribute('data-autofocus', '');
    target?.focus({ preventScroll: true });
    if (!isPart) root.current?.scrollIntoView?.({ block: 'start' });
  }, [root, screen, isPart]);
}

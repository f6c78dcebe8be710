import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { withDefaults } from '#engine/compile/defaults.ts';
import { fieldOrder } from '#engine/document/schema.ts';
import type { Answers, FlowOutput } from '#engine/flow/flow.ts';
import { OutsideForm } from '#screens/form/outside-form.tsx';
import type { RowFlowProps } from '#screens/form/table/row-flow.tsx';
import { precompiledValidator } from '#screens/form/precompiled-validator.ts';
import { settleAnswers } from '#screens/step/settle.ts';
import { StepScreen } from '#screens/step-screen.tsx';
import { FlowModal } from './flow-modal.tsx';
import type { FlowSession } from './flow-session.ts';
import { startWithin } from './open-flow.ts';
import type { LoadedFlow } from './loaded-flow.ts';
import { loadFlow } from './registry.ts';
import { inLanguage } from './spoken-flow.ts';

/** What the flow around has to keep for it. */
type Outer = Pick<FlowSession, 'subject' | 'nested' | 'keepNested'> & {
  /** What the flow of the row begins with beside its answers. */
  params?: Readonly<Record<string, string>>;
};
type Props = RowFlowProps & { outer: Outer };

/** A flow that edits one row, in a modal; what is put down half-way is kept with the draft of the flow around it. */
export function RowFlow(props: Props): ReactNode {
  const [session, setSession] = useState<FlowSession>();
  const [failure, setFailure] = useState<unknown>();
  if (failure !== undefined) throw failure;
  const begin = useEffectEvent((loaded: LoadedFlow) => started(loaded, props));
  const { flow } = props;
  useEffect(() => {
    let left = false;
    let running: FlowSession | undefined;
    const spoken = loadFlow(flow).then((loaded) => inLanguage(loaded));
    spoken.then((loaded) => {
      if (left) return;
      running = begin(loaded);
      setSession(running);
    }, setFailure);
    return () => {
      left = true;
      running?.stop();
    };
  }, [flow]);
  return session && <Running session={session} {...props} />;
}

function started(loaded: LoadedFlow, { flow, mode, place, given, outer }: Props): FlowSession {
  const held = outer.nested();
  const here = held?.screen === place.screen && held.pointer === place.pointer && held.index === place.index;
  const { answers, passed } = begunWith(loaded, given);
  const { subject, params } = outer;
  return startWithin(
    { flowId: flow, mode, answers, passed, ...(subject !== undefined && { subject }), ...(params && { params }) },
    loaded,
    here ? held.draft : undefined,
    (draft) => outer.keepNested({ ...place, mode, draft }),
  );
}

/** The answers of each screen, defaults where nothing is given, and the screens whose answers are right as they are. */
function begunWith({ screens }: LoadedFlow, given: Answers) {
  const asking = Object.values(screens).filter(({ document }) => document.schema !== undefined);
  const answers = Object.fromEntries(
    asking.map((screen) => {
      const names = fieldOrder(screen.document);
      const own = Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
      const validator = precompiledValidator(screen);
      const { schema } = screen.document;
      const holds = (condition: unknown, data: unknown) =>
        validator.isValid(condition as never, data as never, schema as never);
      return [screen.id, withDefaults(schema, own, holds)];
    }),
  );
  return { answers, passed: asking.filter((one) => one.validate(answers[one.id]).length === 0).map(({ id }) => id) };
}

function Running({ session, outer, onEnded }: Props & { session: FlowSession }): ReactNode {
  const { flow, screens } = session;
  const view = useSelector(session.actor, session.viewAt);
  const output = useSelector(session.actor, session.outputAt);
  const end = useEffectEvent(({ outcome, reply }: FlowOutput) => {
    onEnded(outcome === 'finished' ? (reply as Answers) : undefined);
    // The row is kept before its draft goes.
    settleAnswers();
    outer.keepNested(undefined);
  });
  useEffect(() => {
    if (output !== undefined) end(output);
  }, [output]);
  // Escape closes the topmost thing only: a screen that was opened from another leads back to it.
  const close = () => session.send({ type: view.can.back ? 'back' : 'closed' });
  return (
    <OutsideForm>
      <FlowModal
        opened={output === undefined}
        onClose={close}
        title={flow.title[view.mode]}
        width={flow.width ?? 640}
        closeOnClickOutside={false}
      >
        <StepScreen flow={flow} screens={screens} view={view} send={session.send} />
      </FlowModal>
    </OutsideForm>
  );
}

import { useEffect, useEffectEvent, useRef } from 'react';
import type { StepView } from '#engine/flow/step-view.ts';
import { settleAnswers } from '#screens/step/settle.ts';
import type { FlowAddress } from './address.ts';
import type { FlowSession } from './flow-session.ts';

/**
 * Keeps address and machine together: each step is an entry of the history, Back and Forward ask the machine, and what
 * it refuses is undone. `onElsewhere`: the address names another draft, or none. Without an address it does nothing.
 */
export function useAddressSync(
  session: FlowSession,
  view: StepView,
  address: FlowAddress | undefined,
  onElsewhere: (draft: string | undefined) => void,
): void {
  /** The last step that was stood at: a state without a step, as one that saves, belongs to it. */
  const last = useRef<string>(undefined);
  const step = view.position > 0 ? view.screen : undefined;

  const arrive = useEffectEvent((to: FlowAddress, _step: string | undefined) => {
    const place = to.read();
    const { refusal } = session.moment().view;
    // An entity that is edited leads to every step at once: a reload comes back to the one that the address names, but
    // for what was refused meanwhile, which stands where it can be mended.
    const fresh = last.current === undefined && refusal === undefined && !session.changed();
    if (fresh && place.draft === session.id && place.step !== undefined) follow(session, place.step);
    const stands = stepOf(session) ?? last.current;
    if (stands === undefined || (place.draft === session.id && place.step === stands)) {
      last.current = stands;
      return;
    }
    to.go(
      { draft: session.id, step: stands },
      last.current === undefined || place.step === undefined ? 'replace' : 'push',
    );
    last.current = stands;
  });

  const goneTo = useEffectEvent((to: FlowAddress) => {
    const place = to.read();
    if (place.draft !== session.id) return onElsewhere(place.draft);
    if (place.step === undefined || place.step === last.current) return;
    // Said before the machine moves, so that its step is found in the address and no entry is added for it.
    const before = last.current;
    last.current = place.step;
    follow(session, place.step);
    if (stepOf(session) === place.step) return;
    last.current = stepOf(session) ?? before;
    if (last.current !== undefined) to.go({ draft: session.id, step: last.current }, 'push');
  });

  useEffect(() => {
    if (address !== undefined) arrive(address, step);
  }, [address, step]);
  useEffect(() => address?.onChange(() => goneTo(address)), [address]);
}

/** Leads to the step if the machine takes it: through the stepper, or by Back. */
function follow(session: FlowSession, step: string): void {
  settleAnswers();
  const { view, output } = session.moment();
  if (output !== undefined || view.busy) return;
  const index = view.steps.findIndex(({ id }) => id === step);
  if (view.steps[index]?.canChoose === true) session.send({ type: 'step.chosen', screen: step });
  else if (index >= 0 && index === view.position - 2 && view.can.back) session.send({ type: 'back' });
}

function stepOf(session: FlowSession): string | undefined {
  const { view } = session.moment();
  return view.position > 0 ? view.screen : undefined;
}

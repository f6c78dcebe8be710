import { useEffect, useRef } from 'react';
import type { StepView } from '#engine/flow/step-view.ts';
import { settleAnswers } from '#screens/step/settle.ts';
import type { FlowAddress } from './address.ts';
import type { FlowSession } from './flow-session.ts';

/**
 * Keeps address and machine together: each step is an entry of the history, Back and Forward ask the machine, and what
 * it refuses is undone. `onElsewhere`: the address names another draft, or none.
 */
export function useAddressSync(
  session: FlowSession,
  view: StepView,
  address: FlowAddress | undefined,
  onElsewhere: (draft: string | undefined) => void,
): void {
  const step = view.position > 0 ? view.screen : undefined;
  const last = useRef(step ?? view.screen);
  if (step !== undefined) last.current = step;
  const elsewhere = useRef(onElsewhere);
  elsewhere.current = onElsewhere;
  const arrived = useRef(false);

  useEffect(() => {
    if (address === undefined) return;
    const place = address.read();
    const wanted = { draft: session.id, step: last.current };
    if (!arrived.current) {
      arrived.current = true;
      // Opened anew at a step that the stepper leads to, as an entity being edited is: the address decides.
      if (place.draft === session.id && place.step !== undefined && !session.changed()) follow(session, place.step);
      if (place.draft !== session.id || place.step !== stepOf(session, last.current))
        address.go({ ...wanted, step: stepOf(session, last.current) }, 'replace');
      return;
    }
    if (place.draft === session.id && place.step !== wanted.step)
      address.go(wanted, place.step === undefined ? 'replace' : 'push');
  }, [session, address, step]);

  useEffect(
    () =>
      address?.onChange(() => {
        const place = address.read();
        if (place.draft !== session.id) return elsewhere.current(place.draft);
        if (place.step === undefined || place.step === last.current) return;
        follow(session, place.step);
        const stands = stepOf(session, last.current);
        if (stands !== place.step) address.go({ draft: session.id, step: stands }, 'push');
      }),
    [session, address],
  );
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

function stepOf(session: FlowSession, last: string): string {
  const { view } = session.moment();
  return view.position > 0 ? view.screen : last;
}

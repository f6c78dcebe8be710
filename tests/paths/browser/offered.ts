import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyMachineSnapshot } from 'xstate';
import { errors, type ErrorCode } from '#api/contract/errors.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { submitLabel } from '#engine/document/submit.ts';
import { poll, type FlowContext } from '#engine/flow/flow.ts';
import { isPaused } from '#engine/flow/job.ts';
import { isUncertain } from '#engine/flow/refusal.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { viewOf } from '#engine/flow/view.ts';
import { fill } from '#screens/words.tsx';
import { AS_IS } from '../generator/material.ts';
import { isReport, type Move } from '../generator/move.ts';
import type { LoadedFlow } from '../load.ts';

/** How a person makes the event: a button of the step by its words, one of its special part, or the way out around it. */
export type Control = { button: string } | { part: string } | 'close' | 'stepper' | 'form' | 'network';

/** What of the page brings the move about; a reason where nothing does. */
export function controlFor(
  { flow, screens, material }: Pick<LoadedFlow, 'flow' | 'screens' | 'material'>,
  snapshot: AnyMachineSnapshot,
  move: Move,
): Control | { reason: string } {
  const cannot = beyondTheUpload({ flow, material }, snapshot, move);
  if (cannot !== undefined) return cannot;
  if (move.kind === 'done' || isReport(move)) return 'network';
  if (move.kind === 'refuse')
    return beyondPatience(flow, snapshot, move) ?? beyondTheNetwork(flow, move.refusal) ?? 'network';
  const view = viewOf(flow, screens, snapshot);
  const document = screens[view.screen]?.document;
  if (document === undefined) return { reason: `no screen stands in ${view.state}` };
  switch (move.kind) {
    case 'submit':
      if (move.screen !== view.screen || view.busy) return { reason: `${move.screen} cannot be sent in ${view.state}` };
      return submitOf(document, view) ?? { reason: `${view.state} has nothing to send it with` };
    case 'change':
      if (move.screen !== view.screen || view.busy)
        return { reason: `nothing of ${move.screen} stands in ${view.state}` };
      return move.data === AS_IS || document.schema === undefined
        ? { reason: 'a form that is left as it stands tells the machine nothing' }
        : 'form';
    case 'choose':
      return view.steps.some(({ id, canChoose }) => id === move.screen && canChoose)
        ? 'stepper'
        : { reason: `the stepper does not lead to ${move.screen} in ${view.state}` };
    case 'event':
      return (
        buttonFor(document, view, move.type) ?? partFor(view, move.type) ?? wayOut(flow.presentation, move.type, view)
      );
    default:
      return unreachable(move);
  }
}

/** What does not become of the bytes that a page sends. */
function beyondTheUpload(
  { flow, material }: Pick<LoadedFlow, 'flow' | 'material'>,
  snapshot: AnyMachineSnapshot,
  move: Move,
): { reason: string } | undefined {
  if (!('effect' in move) || flow.effects[move.effect]?.kind !== 'upload') return undefined;
  const context = snapshot.context as FlowContext;
  const isBegun = context.runs?.[move.effect] !== undefined;
  const { done = 0 } = (isBegun && context.shown.progress) || {};
  if (move.kind === 'refuse' && move.refusal === 'file_needed')
    return { reason: 'the page has the file until it is loaded again, which the criterion reload does' };
  if (isPaused(context) && (move.kind !== 'refuse' || isBegun)) return { reason: 'a paused upload sends nothing' };
  if (move.kind === 'progress' && (material.progress?.[move.effect]?.[move.progress]?.done ?? 0) < done)
    return { reason: 'what was sent is not taken back' };
  if ((move.kind === 'refuse' && isBegun) || move.kind === 'retry') {
    if (move.refusal === 'unreadable')
      return { reason: 'the page judges the reply to bytes by its status alone; api/send-file.test.ts covers it' };
    const isSentAgain = isUncertain(move.refusal) || (errors[move.refusal as ErrorCode]?.status ?? 0) >= 500;
    if (move.kind === 'refuse' && (isSentAgain || move.refusal === 'rate_limited'))
      return {
        reason: `the page sends the bytes ${poll.retries} times more, which takes ${poll.retries * poll.seconds} s`,
      };
  }
  return undefined;
}

/** What reads again whatever it had no reply to. */
function beyondPatience(
  { effects }: LoadedFlow['flow'],
  snapshot: AnyMachineSnapshot,
  { effect, refusal }: Extract<Move, { kind: 'refuse' }>,
): { reason: string } | undefined {
  const { kind } = effects[effect] ?? {};
  const isRead = kind === 'watch' || (kind === 'job' && (snapshot.context as FlowContext).runs?.[effect] !== undefined);
  return isRead && isUncertain(refusal)
    ? { reason: `the page reads ${poll.retries} times more, which takes ${poll.retries * poll.seconds} s` }
    : undefined;
}

function beyondTheNetwork({ presentation }: LoadedFlow['flow'], refusal: string): { reason: string } | undefined {
  if (refusal === 'cancelled') return { reason: 'a page gives up a request only when its flow is over' };
  if (refusal === 'conflict')
    return { reason: 'nobody else saves the entity of a path; tests/browser/two-people.test.ts does' };
  // At the door there is no session to end.
  if (refusal === 'not_signed_in' && presentation !== 'page')
    return { reason: 'the page asks the person to sign in again and sends the request once more' };
  return undefined;
}

function submitOf(document: ScreenDocument, view: StepView): Control | undefined {
  if (document.kind === 'message') return buttonFor(document, view, 'step.submitted');
  return { button: submitLabel(document, view) ?? 'Next' };
}

/** As the step screen draws them: the document's actions that the machine takes; a message has at least one way on. */
function buttonFor(document: ScreenDocument, view: StepView, type: string): Control | undefined {
  const taken = (document.actions ?? []).filter(({ event }) => view.can.event(event));
  const action = taken.find(({ event }) => event === type);
  if (action !== undefined)
    return view.busy && document.kind !== 'progress' ? undefined : { button: fill(action.label, view.words) };
  if (document.kind !== 'message') return type === 'back' && view.can.back ? { button: 'Back' } : undefined;
  if (taken.length > 0) return undefined;
  const ways = [
    { event: 'step.submitted', can: view.can.submit, button: 'Next' },
    { event: 'confirmed', can: view.can.confirm, button: 'Next' },
    { event: 'retried', can: view.can.retry, button: 'Try again' },
    { event: 'back', can: view.can.back, button: 'Back' },
  ];
  const way = ways.find(({ can }) => can);
  return way?.event === type ? { button: way.button } : undefined;
}

const screensFolder = join(import.meta.dirname, '../../../screens');
const parts = new Map<string, string>();

/** A button that the screen's special part says is one: `data-event`. */
function partFor({ flow, screen, busy, can }: StepView, type: string): Control | undefined {
  const file = join(screensFolder, flow, `${screen}.tsx`);
  if (!parts.has(file)) parts.set(file, existsSync(file) ? readFileSync(file, 'utf8') : '');
  const offers = parts.get(file)?.includes(`data-event="${type}"`) === true;
  return offers && !busy && can.event(type) ? { part: type } : undefined;
}

function wayOut(presentation: string, type: string, view: StepView): Control | { reason: string } {
  if (type === 'closed' && presentation !== 'page' && view.can.close) return 'close';
  return { reason: `no button of ${view.state} says "${type}"` };
}

function unreachable(move: never): never {
  throw new Error(`a move of kind ${JSON.stringify(move)} is not known here`);
}

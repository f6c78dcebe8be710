import type { FlowContext, FlowOutput, Refusal } from '#engine/flow/flow.ts';
import { invokesOf } from '../generator/move.ts';
import { screenOfSnapshot } from '../generator/material.ts';
import { stateOf, type Stand, type SurveyStep } from '../generator/survey.ts';
import type { Asked, Problem } from './asked.ts';

/** A dialog and an editor can be closed wherever nothing is under way, or lead back; before the end, that ends them as closed. */
export function wrongClose({ flow, found }: Asked): Problem[] {
  if (flow.presentation === 'page') return [];
  return [
    ...found.stands
      .filter(({ snapshot }) => snapshot.status === 'active' && screenOfSnapshot(snapshot) !== undefined)
      .filter(({ snapshot }) => invokesOf(snapshot).length === 0 && !isOver(snapshot))
      .filter(
        ({ snapshot }) =>
          !snapshot.can({ type: 'closed' }) && !['confirmed', 'back'].some((type) => snapshot.can({ type })),
      )
      .map((at) => ({ problem: `${stateOf(at)} cannot be closed`, at })),
    ...found.steps.flatMap((step) => wrongEnd(flow, step)),
  ];
}

/** A question in front of work that goes on behind it: it leads back to that, and Close ends it. */
export function asksInFront({ steps }: Pick<Asked['flow'], 'steps'>, { snapshot }: Stand): boolean {
  if (snapshot.status !== 'active' || invokesOf(snapshot).length === 0) return false;
  const isStep = steps(snapshot.context as FlowContext).includes(screenOfSnapshot(snapshot) ?? '');
  return !isStep && ['back', 'confirmed', 'closed'].every((type) => snapshot.can({ type }));
}

function wrongEnd(flow: Asked['flow'], { before, move, transitions, after }: SurveyStep): Problem[] {
  if (move.kind !== 'event' || move.type !== 'closed' || transitions.length === 0 || isOver(before.snapshot)) return [];
  const { outcome } = (after.snapshot.output ?? {}) as Partial<FlowOutput>;
  if (after.snapshot.status === 'done' && outcome === 'closed') return [];
  // It may be asked first, while the work goes on; whoever closes the question as well means it.
  if (asksInFront(flow, after)) return [];
  const leads = after.snapshot.status === 'done' ? `ends as ${String(outcome)}` : `leads to ${stateOf(after)}`;
  return [{ problem: `${stateOf(before)}: Close ${leads}, expected closed`, at: after }];
}

/** Whoever goes on, or tries again, is no longer told what was wrong before. */
export function staleRefusals({ flow, found }: Asked): Problem[] {
  return found.steps.flatMap(({ before, move, transitions, started, after }) => {
    // Back between steps leaves what was said of one of them; a question beside them is over.
    const steps = flow.steps(before.snapshot.context as FlowContext);
    const leaves = steps.includes(screenOfSnapshot(before.snapshot) ?? '')
      ? ['retried', 'confirmed']
      : ['retried', 'confirmed', 'back'];
    const isOn = move.kind === 'submit' || (move.kind === 'event' && leaves.includes(move.type));
    const { refusal } = after.snapshot.context as FlowContext;
    const isSame = JSON.stringify((before.snapshot.context as FlowContext).refusal) === JSON.stringify(refusal);
    if (!isOn || transitions.length === 0 || refusal === undefined || after.snapshot.status !== 'active') return [];
    // A step may refuse what it is given itself, and again.
    if (!isSame || stateOf(before) === stateOf(after)) return [];
    if (move.kind === 'submit' && move.screen !== screenOfSnapshot(before.snapshot)) return [];
    const does = started.length > 0 ? `starts ${started.map(({ effect }) => effect).join()}` : 'goes on';
    return [{ problem: `${stateOf(before)} ${does} and still tells the refusal before`, at: after }];
  });
}

/** A refusal is told: by its own words, or as the reason of a message. */
export function untoldRefusals({ flow, screens, found }: Asked): Problem[] {
  return found.steps.flatMap(({ move, event, after }) => {
    if (move.kind !== 'refuse' || after.snapshot.status !== 'active') return [];
    const { code, message } = event['error'] as Refusal;
    // A screen may be made for the refusals of a call's own.
    if (flow.effects[move.effect]?.errors.includes(code) === true) return [];
    if (screens[screenOfSnapshot(after.snapshot) ?? '']?.document.kind === 'message') return [];
    const { refusal, words, theirs } = after.snapshot.context as FlowContext;
    if (refusal?.code === code || Object.values(words).includes(message) || theirs !== undefined) return [];
    return [{ problem: `${stateOf(after)} does not tell that ${move.effect} was refused`, at: after }];
  });
}

function isOver(snapshot: { getMeta(): unknown }): boolean {
  const metas = Object.values(snapshot.getMeta() as Record<string, { over?: boolean } | undefined>);
  return metas.some((meta) => meta?.over === true);
}

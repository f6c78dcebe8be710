import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { FlowContext } from '#engine/flow/flow.ts';
import { restingStates } from '#engine/flow/state-nodes.ts';
import { Transitions } from './generator/guards.ts';
import { screenOfSnapshot, stepScreens } from './generator/material.ts';
import { invokesOf, type MachineEvent } from './generator/move.ts';
import type { LoadedFlow } from './load.ts';
import type { Probe } from './machine-tier.ts';
import { settled, type Rig } from './rig.ts';

const ANYBODY = [
  'step.changed',
  'step.submitted',
  'step.chosen',
  'back',
  'closed',
  'confirmed',
  'retried',
  'nobody.asked',
];

/** Every event that a state does not declare, by state: `sneak saving closed`. */
export function sneaksOf(loaded: LoadedFlow): string[] {
  const transitions = new Transitions(loaded.flow.machine);
  return standingStates(loaded.flow.machine)
    .filter(({ type }) => type !== 'final')
    .flatMap((node) => {
      const declared = new Set(transitions.declaredBy(node));
      return typesOf(transitions)
        .filter((type) => !declared.has(type))
        .map((type) => `sneak ${node.path.join('.')} ${type}`);
    });
}

/** Resting states less those that are left as soon as they are entered. */
export function standingStates(machine: AnyStateMachine): AnyStateNode[] {
  return restingStates(machine).filter((node) => !(node.always ?? []).some(({ guard }) => guard === undefined));
}

/**
 * Sends, the first time a state is seen, every event that it does not declare: the second click, the button of a step
 * that is gone, a reply that nobody waits for. Nothing may change. Late replies of effects that were left are let in too.
 */
export function sneakProbe(loaded: LoadedFlow): Probe {
  const transitions = new Transitions(loaded.flow.machine);
  const types = typesOf(transitions);
  const seen = new Set<string>();
  return async ({ rig, state, event }) => {
    const wrong: string[] = [];
    const shown: string[] = [];
    const snapshot = rig.snapshot();
    const busy = new Set(snapshot.status === 'active' ? invokesOf(snapshot).map(({ effect }) => effect) : []);
    for (const call of rig.calls.filter(
      (one) => !one.answered && (!busy.has(one.effect) || rig.pending(one.effect) !== one),
    )) {
      const unchanged = frozen(rig);
      call.done({});
      await settled();
      if (!unchanged()) wrong.push(`a late reply of ${call.effect} changed ${state}`);
      shown.push(`late ${state} ${call.effect}`);
    }
    if (snapshot.status !== 'active' || seen.has(state)) return { wrong, shown };
    seen.add(state);
    const declared = new Set(transitions.declared(snapshot));
    for (const type of types) {
      if (declared.has(type) || wrong.length > 0) continue;
      const unchanged = frozen(rig);
      rig.send(sneaked(type, loaded, rig, event));
      if (!unchanged()) wrong.push(`${state} does not declare "${type}", and it changed something`);
      shown.push(`sneak ${state} ${type}`);
    }
    for (const late of wrong.length > 0 ? [] : lateAnswers(loaded, rig)) {
      const unchanged = frozen(rig);
      rig.send(late);
      if (!unchanged()) wrong.push(`"${late.type}" of a step that is not there changed ${state}`);
    }
    return { wrong, shown };
  };
}

/** Answers from steps that are not, or no longer, the one that stands there. */
function lateAnswers({ material }: LoadedFlow, rig: Rig): MachineEvent[] {
  const here = screenOfSnapshot(rig.snapshot());
  const screen = stepScreens(material).find((id) => id !== here) ?? 'no-step-of-this-flow';
  const data = { sneaked: true };
  return ['step.changed', 'step.submitted'].map((type) => ({ type, screen, data }));
}

/** Whether state, answers and calls are as they were when this was asked. */
function frozen(rig: Rig): () => boolean {
  const before = rig.snapshot();
  const text = JSON.stringify([before.value, before.status, before.context]);
  const calls = rig.calls.length;
  return () => {
    const after = rig.snapshot();
    return (
      rig.calls.length === calls &&
      (after === before || JSON.stringify([after.value, after.status, after.context]) === text)
    );
  };
}

function typesOf(transitions: Transitions): string[] {
  const own = transitions.all.map(({ event }) => event).filter((type) => type !== '' && !type.startsWith('xstate.'));
  // A reply that fails is not sneaked in: XState lets an actor's error that nobody handles stop the machine, and a stopped actor sends none.
  const replies = transitions.all.map(({ event }) => event).filter((type) => type.startsWith('xstate.done.actor.'));
  return [...new Set([...ANYBODY, ...own, ...replies])];
}

function sneaked(type: string, { material }: LoadedFlow, rig: Rig, last: MachineEvent | undefined): MachineEvent {
  const { context } = rig.snapshot() as { context: FlowContext };
  const screen = screenOfSnapshot(rig.snapshot()) ?? '';
  if (type === 'step.submitted' && last?.type === type) return last;
  if (type === 'step.submitted' || type === 'step.changed')
    return { type, screen, data: { ...context.answers[screen], sneaked: true } };
  if (type === 'step.chosen') return { type, screen: stepScreens(material)[0] ?? screen };
  return type.startsWith('xstate.') ? { type, output: {}, actorId: type.split('.').at(-1) ?? '' } : { type };
}

import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { doneEvent, errorEvent } from '#engine/flow/effects.ts';
import { poll, type Answers, type JobProgressed, type Refusal } from '#engine/flow/flow.ts';

/** One thing that happens in a path: what a person does, or how an effect ends. Says no data, only which. */
export type Move =
  | { kind: 'submit' | 'change'; screen: string; data: string }
  | { kind: 'choose'; screen: string }
  | { kind: 'event'; type: string }
  | { kind: 'progress'; effect: string; progress: string }
  | { kind: 'changed'; effect: string; reply: string }
  | { kind: 'retry'; effect: string; refusal: string }
  | { kind: 'done'; effect: string; reply: string }
  | { kind: 'refuse'; effect: string; refusal: string };

export interface MachineEvent {
  type: string;
  [more: string]: unknown;
}

/** `submit details example 1`, `refuse addOrganization offline`: how reports and the command line name a move. */
export function moveName(move: Move): string {
  switch (move.kind) {
    case 'submit':
    case 'change':
      return `${move.kind} ${move.screen} ${move.data}`;
    case 'choose':
      return `choose ${move.screen}`;
    case 'event':
      return move.type;
    case 'progress':
      return `progress ${move.effect} ${move.progress}`;
    case 'changed':
      return `changed ${move.effect}${move.reply === '' ? '' : ` ${move.reply}`}`;
    case 'retry':
      return `retry ${move.effect} ${move.refusal}`;
    case 'done':
      return `done ${move.effect}${move.reply === '' ? '' : ` ${move.reply}`}`;
    case 'refuse':
      return `refuse ${move.effect} ${move.refusal}`;
    default:
      return unreachable(move);
  }
}

/** The move without its example, as recordings of sessions name it: `submit details`, `refuse addOrganization offline`. */
export function kindOfMove(move: Move): string {
  switch (move.kind) {
    case 'submit':
    case 'change':
    case 'choose':
      return `${move.kind} ${move.screen}`;
    case 'event':
      return move.type;
    case 'progress':
    case 'changed':
    case 'done':
      return `${move.kind} ${move.effect}`;
    case 'retry':
    case 'refuse':
      // The field that a refusal names is no part of its code.
      return `${move.kind} ${move.effect} ${move.refusal.split(' ')[0]}`;
    default:
      return unreachable(move);
  }
}

/** The event that a move is in this state; `undefined` when it cannot happen here. */
export function eventOf(
  move: Move,
  snapshot: AnyMachineSnapshot,
  given: {
    answers(screen: string, name: string): Answers | undefined;
    reply(effect: string, name: string): unknown;
    progress(effect: string, name: string): JobProgressed | undefined;
    refusal(effect: string, name: string): Refusal | undefined;
  },
): MachineEvent | undefined {
  switch (move.kind) {
    case 'submit':
    case 'change': {
      const data = given.answers(move.screen, move.data);
      return data && { type: move.kind === 'submit' ? 'step.submitted' : 'step.changed', screen: move.screen, data };
    }
    case 'choose':
      return { type: 'step.chosen', screen: move.screen };
    case 'event':
      return { type: move.type };
    case 'progress': {
      const progressed = given.progress(move.effect, move.progress);
      return invokeOf(snapshot, move.effect) === undefined || !progressed ? undefined : { ...progressed };
    }
    case 'changed': {
      const output = given.reply(move.effect, move.reply);
      const { effect } = move;
      return invokeOf(snapshot, effect) === undefined ? undefined : { type: 'watch.changed', effect, output };
    }
    case 'retry': {
      const { effect } = move;
      const error = given.refusal(effect, move.refusal);
      const isUnderWay = invokeOf(snapshot, effect) !== undefined;
      return isUnderWay && error
        ? { type: 'effect.retries', effect, error, retries: { count: 1, most: poll.retries } }
        : undefined;
    }
    case 'done': {
      const id = invokeOf(snapshot, move.effect);
      const output = given.reply(move.effect, move.reply);
      return id === undefined ? undefined : doneEvent(id, output);
    }
    case 'refuse': {
      const id = invokeOf(snapshot, move.effect);
      const error = given.refusal(move.effect, move.refusal);
      return id === undefined || !error ? undefined : errorEvent(id, error);
    }
    default:
      return unreachable(move);
  }
}

/** Whether the effect tells something by it, and goes on. */
export function isReport(move: Move): move is Extract<Move, { kind: 'progress' | 'changed' | 'retry' }> {
  return move.kind === 'progress' || move.kind === 'changed' || move.kind === 'retry';
}

export function invokesOf(snapshot: AnyMachineSnapshot): { id: string; effect: string }[] {
  const nodes = snapshot._nodes as AnyStateNode[];
  return nodes.flatMap((node) => node.invoke.map(({ id, src }) => ({ id, effect: String(src) })));
}

function invokeOf(snapshot: AnyMachineSnapshot, effect: string): string | undefined {
  return invokesOf(snapshot).find((invoke) => invoke.effect === effect)?.id;
}

function unreachable(move: never): never {
  throw new Error(`a move of kind ${JSON.stringify(move)} is not known here`);
}

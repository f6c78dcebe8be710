import type { Pointer } from '../document/document.ts';
import { valueAt } from '../document/pointer.ts';

/** A step of the stepper, as a manifest says it. */
export interface FlowStep {
  screen: string;
  /**
   * Answers by `/<screen>/<field>` and the values that they must have, `null` being no answer; without it the step is always there.
   */
  when?: Readonly<Record<Pointer, readonly unknown[]>>;
}

/** The screens of the stepper for these answers, in order. */
export function stepsFor(steps: readonly FlowStep[], answers: Readonly<Record<string, unknown>>): string[] {
  return steps.filter(({ when }) => holds(when, answers)).map(({ screen }) => screen);
}

/**
 * The steps that may follow this one, nearest first: those that its own condition does not rule out, up to the first
 * that is always there.
 */
export function stepsAfter(steps: readonly FlowStep[], screen: string): string[] {
  const index = placeOf(steps, screen);
  return reachable(steps[index], steps.slice(index + 1));
}

/** The same backwards: the steps that Back may lead to. */
export function stepsBefore(steps: readonly FlowStep[], screen: string): string[] {
  const index = placeOf(steps, screen);
  return reachable(steps[index], steps.slice(0, index).toReversed());
}

function reachable(from: FlowStep | undefined, others: readonly FlowStep[]): string[] {
  const fitting = others.filter((other) => agree(from?.when, other.when));
  const certain = fitting.findIndex(({ when }) => when === undefined);
  return (certain < 0 ? fitting : fitting.slice(0, certain + 1)).map((step) => step.screen);
}

function placeOf(steps: readonly FlowStep[], screen: string): number {
  const index = steps.findIndex((step) => step.screen === screen);
  if (index < 0)
    throw new Error(`there is no step "${screen}"; there are ${steps.map((one) => one.screen).join(', ')}`);
  return index;
}

/** Whether the answers have the values that a condition asks for. */
export function holds(when: FlowStep['when'], answers: unknown): boolean {
  return Object.entries(when ?? {}).every(([pointer, values]) => values.includes(valueAt(answers, pointer) ?? null));
}

/** Whether some answers let both stand. */
function agree(one: FlowStep['when'], other: FlowStep['when']): boolean {
  return Object.entries(one ?? {}).every(([pointer, values]) => {
    const others = other?.[pointer];
    return others === undefined || others.some((value) => values.includes(value));
  });
}

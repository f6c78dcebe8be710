import type { Answers, FlowContext } from './flow.ts';
import { valuesOf } from './given.ts';
import { submits, submitted } from './answers.ts';
import { stepsAfter, stepsBefore, stepsFor, type FlowStep } from './steps.ts';

/** A step whose neighbours depend on the answers, as the manifest says. Its machine has the guards of `stepGuards`. */
export function manifestStep<const Screen extends string, const More extends string = never>(
  steps: readonly FlowStep[],
  screen: Screen,
  more: readonly More[] = [],
) {
  const actions = ['keepAnswers', ...more] as const;
  const after = stepsAfter(steps, screen);
  return {
    meta: { screen },
    on: {
      'step.changed': { guard: { type: 'changes', params: { screen } }, actions: 'keepChange' },
      'step.submitted': [
        ...after
          .slice(0, -1)
          .map((next) => ({ guard: { type: 'leadsTo', params: { screen, next } }, target: next, actions }) as const),
        { guard: { type: 'submits', params: { screen } }, target: after.at(-1) ?? '', actions } as const,
      ],
      ...(stepsBefore(steps, screen).length === 0 ? {} : { back: backFrom(steps, screen) }),
    },
  } as const;
}

/** Where Back leads from a step: to the one before it, for these answers. */
export function backFrom(steps: readonly FlowStep[], screen: string) {
  const before = stepsBefore(steps, screen);
  return [
    ...before
      .slice(0, -1)
      .map((target) => ({ guard: { type: 'comesFrom', params: { screen, before: target } }, target }) as const),
    { target: before.at(-1) ?? '' },
  ];
}

/** The guards that `manifestStep` and `backFrom` ask. */
export function stepGuards(steps: readonly FlowStep[]) {
  return {
    leadsTo: (
      { context, event }: { context: FlowContext; event: { type: string } },
      { screen, next }: { screen: string; next: string },
    ) => {
      if (!submits(event, screen)) return false;
      const answers: Record<string, Answers> = { ...context.answers, [screen]: submitted(event) };
      const order = stepsFor(steps, valuesOf({ ...context, answers }));
      return order[order.indexOf(screen) + 1] === next;
    },
    comesFrom: ({ context }: { context: FlowContext }, { screen, before }: { screen: string; before: string }) => {
      const order = stepsFor(steps, valuesOf(context));
      return order[order.indexOf(screen) - 1] === before;
    },
  };
}

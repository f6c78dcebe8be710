import { and } from 'xstate';
import type { Answers, EffectInput, FlowContext, FlowOutput } from './flow.ts';
import { effectKey } from './refusal.ts';

/** A way on of a step that holds only under a guard of the machine's own. */
export interface GuardedWay<Guard extends string> {
  guard: Guard;
  target: string;
}

interface Ways<Guard extends string, Back> {
  /** The step that follows. */
  next: string;
  /** Ways that are tried before it; their guards ask for the submit too. */
  unless?: readonly GuardedWay<Guard>[];
  back?: Back;
}

/** A step with a form, the state being named as its screen: what changes is kept, what is submitted leads on. */
export function formStep<const Screen extends string, const Guard extends string = never, const Back = string>(
  screen: Screen,
  { next, unless = [], back }: Ways<Guard, Back>,
) {
  return {
    meta: { screen },
    on: {
      'step.changed': { guard: { type: 'changes', params: { screen } }, actions: 'keepChange' },
      'step.submitted': [
        ...unless.map(({ guard, target }) => ({ guard, target, actions: 'keepAnswers' }) as const),
        { guard: { type: 'submits', params: { screen } }, target: next, actions: 'keepAnswers' },
      ],
      ...(back === undefined ? {} : { back }),
    },
  } as const;
}

/** The last step: it adds or saves, by mode; pressed again after an uncertain reply it repeats the same request. */
export function confirmStep<const Guard extends string = never>({
  machine,
  back,
}: {
  /** Its id; the states `adding` and `saving` stand below it. */
  machine: string;
  back: readonly { guard?: Guard; target: string }[];
}) {
  return { meta: { screen: 'confirm' }, on: { ...sending(machine, 'confirm', 'forgetRefusal'), back } } as const;
}

/** The only step of a flow, with a form: what is submitted is added or saved. */
export function onlyStep<const Screen extends string>(screen: Screen, { machine }: { machine: string }) {
  return {
    meta: { screen },
    on: {
      'step.changed': { guard: { type: 'changes', params: { screen } }, actions: 'keepChange' },
      ...sending(machine, screen, 'keepAnswers'),
    },
  } as const;
}

function sending<const Action extends string>(machine: string, screen: string, actions: Action) {
  const [saving, adding] = [`#${machine}.saving`, `#${machine}.adding`];
  return {
    'step.submitted': [
      { guard: and(['isEdit', { type: 'submits', params: { screen } }]), target: saving, actions },
      { guard: { type: 'submits', params: { screen } }, target: adding, actions },
    ],
  } as const;
}

/** The stepper and Close, for the state that holds the steps. */
export function stepChoices<const Screen extends string>(screens: readonly Screen[]) {
  return {
    'step.chosen': screens.map(
      (screen) => ({ guard: { type: 'chooses', params: { screen } }, target: `.${screen}` }) as const,
    ),
    closed: 'closed',
  } as const;
}

/** A refusal leads to the step that owns its first field, else to the last one; every answer stays. */
export function refusalsTo(steps: readonly string[], last = 'confirm') {
  const actions = ['keepRefusal', 'countAttempt'] as const;
  return [
    ...steps.map(
      (screen) => ({ guard: { type: 'refusedAt', params: { screen } }, target: `editing.${screen}`, actions }) as const,
    ),
    { target: `editing.${last}`, actions } as const,
  ];
}

const conflictWay = { guard: 'conflicts', target: 'conflict', actions: ['takeTheirs', 'countAttempt'] } as const;

/**
 * `adding` and `saving`: the answers are sent, once, and a refusal leads to where it can be mended. A save on a stale
 * revision leads to `conflict`, where the person chooses between both changes.
 */
export function sendingStates<
  const Src extends string,
  const Refusals extends readonly { target: string }[],
  const Done extends string,
>(
  effects: { add: Src; save: Src },
  {
    body,
    onDone,
    refusals,
  }: { body(context: FlowContext): Answers; onDone: Record<'add' | 'save', Done>; refusals: Refusals },
) {
  const sendingState = (does: 'add' | 'save') =>
    ({
      meta: { screen: 'saving', busy: true },
      entry: 'nameIt',
      invoke: {
        id: does,
        src: effects[does],
        input: ({ context }: { context: FlowContext }): EffectInput => ({
          key: effectKey(context, effects[does]),
          ...(does === 'save' && { params: { id: context.subject ?? '' } }),
          ...(does === 'save' && context.revision !== undefined && { revision: context.revision }),
          body: body(context),
        }),
        onDone: { target: onDone[does], actions: ['countAttempt', 'keepReply'] },
        onError: does === 'save' ? [conflictWay, ...refusals] : refusals,
      },
    }) as const;
  return {
    adding: sendingState('add'),
    saving: sendingState('save'),
    conflict: {
      meta: { screen: 'conflict' },
      on: {
        'step.changed': { guard: { type: 'changes', params: { screen: 'conflict' } }, actions: 'keepChange' },
        'step.submitted': { guard: 'settles', target: 'saving', actions: 'mergeTheirs' },
        back: { target: refusals.at(-1)?.target ?? 'editing', actions: 'forgetTheirs' },
        closed: 'closed',
      },
    },
  } as const;
}

/** `loading` and `loadFailed`: the entity is read before it can be changed. */
export function readingStates<const Src extends string, const Done>(
  src: Src,
  { of, onDone }: { of(context: FlowContext): string; onDone: Done },
) {
  return {
    loading: {
      meta: { screen: 'loading', busy: true },
      invoke: {
        id: 'read',
        src,
        input: ({ context }: { context: FlowContext }): EffectInput => ({ params: { id: of(context) } }),
        onDone,
        onError: { target: 'loadFailed', actions: ['keepRefusal', 'sayReason'] },
      },
      on: { closed: 'closed' },
    },
    loadFailed: {
      meta: { screen: 'load-failed' },
      on: { retried: { target: 'loading', actions: 'forgetRefusal' }, closed: 'closed' },
    },
  } as const;
}

/** The ends of a flow that saves: `shown.saved` is what it answers with. */
export const endStates = {
  finished: {
    type: 'final',
    output: ({ context }: { context: FlowContext }): FlowOutput => ({
      outcome: 'finished',
      reply: context.shown['saved'],
      words: context.words,
    }),
  },
  closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
} as const;

/** The end after an `outcome()`: the screen has told the person, and no toast repeats it. */
export const readState = {
  read: {
    type: 'final',
    output: ({ context }: { context: FlowContext }): FlowOutput => ({
      outcome: 'finished',
      reply: context.shown['saved'],
      words: context.words,
      told: true,
    }),
  },
} as const;

/** A state that shows what is shown only once; everything else ends with a toast (a manifest's `ends`). */
export function outcome<const Screen extends string>(screen: Screen) {
  return { meta: { screen, over: true }, on: { confirmed: 'read', closed: 'read' } } as const;
}

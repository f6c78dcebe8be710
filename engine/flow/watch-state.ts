import type { EffectInput, FlowContext } from './flow.ts';

interface Watch<Change, Target extends string> {
  /** A screen that a person may leave: nothing waits for them here. */
  screen: string;
  request(context: FlowContext): EffectInput;
  /** The first whose guard holds is taken after each reply; the state stays where none does. */
  onChanged: readonly Change[];
  /** The state that says why it reads no longer; `retried` there should lead back here. */
  onStopped: Target;
}

/** A state that watches until something happens outside: reads now, after each message of its topic, and at the pace of `poll`. */
export function watchState<const Src extends string, const Change, const Target extends string>(
  src: Src,
  { screen, request, onChanged, onStopped }: Watch<Change, Target>,
) {
  return {
    meta: { screen },
    invoke: {
      id: src,
      src,
      input: ({ context }: { context: FlowContext }): EffectInput => request(context),
      onError: { target: onStopped, actions: ['forgetRetries', 'keepRefusal'] },
    },
    on: {
      'watch.changed': [...onChanged, { actions: 'forgetRetries' }],
      'effect.retries': { actions: 'keepRetries' },
      retried: { actions: ['forgetRefusal', { type: 'readNow', params: { watch: src } }] },
    },
  } as const;
}

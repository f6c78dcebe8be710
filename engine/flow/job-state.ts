import type { EffectInput, FlowContext } from './flow.ts';
import { attaching } from './attaching.ts';

interface Job<Action extends string, Target extends string> {
  /** The progress screen. */
  screen: string;
  request(context: FlowContext): EffectInput;
  /** Actions after each `job.progressed`. */
  onProgress?: readonly Action[];
  onDone: { target: Target; actions: readonly Action[] };
  onRefused: { target: Target; actions: readonly Action[] };
}

/** A state that waits for a job: shows how far it is, can ask it to stop, and attaches to its run after a resume. */
export function jobState<const Src extends string, const Action extends string, const Target extends string>(
  src: Src,
  { screen, request, onProgress = [], onDone, onRefused }: Job<Action, Target>,
) {
  const forget = { type: 'forgetRun', params: { effect: src } } as const;
  return {
    meta: { screen, busy: true },
    invoke: {
      id: src,
      src,
      input: ({ context }: { context: FlowContext }) => attaching(request(context), context, src),
      onDone: { target: onDone.target, actions: ['forgetRetries', 'countAttempt', forget, ...onDone.actions] },
      onError: {
        target: onRefused.target,
        actions: ['forgetRetries', 'keepRefusal', 'countAttempt', forget, ...onRefused.actions],
      },
    },
    on: {
      'job.progressed': { actions: ['keepProgress', ...onProgress] },
      'effect.retries': { actions: 'keepRetries' },
      'cancel.requested': {
        guard: 'isGoingOn',
        actions: ['askCancel', { type: 'cancelJob', params: { job: src } }],
      },
    },
  } as const;
}

import type { EffectInput, FlowContext } from './flow.ts';
import { attaching } from './attaching.ts';

interface Job<Action extends string, Target extends string, Guard extends string> {
  /** The progress screen. */
  screen: string;
  request(context: FlowContext): EffectInput;
  /** Actions after each `job.progressed`. */
  onProgress?: readonly Action[];
  onDone: { target: Target; actions: readonly Action[] };
  /** Where Close leads; it leaves the state, so that the run is cancelled or goes on as the flow declares. Without it the flow cannot be closed here. */
  onClosed?: Target;
  /** Refusals that lead elsewhere: the first whose guard holds. */
  unless?: readonly { guard: Guard; target: Target; actions: readonly Action[] }[];
  onRefused: { target: Target; actions: readonly Action[] };
}

/** A state that waits for a job: shows how far it is, can ask it to stop, and attaches to its run after a resume. */
export function jobState<
  const Src extends string,
  const Action extends string,
  const Target extends string,
  const Guard extends string = never,
>(
  src: Src,
  { screen, request, onProgress = [], onDone, onClosed, unless = [], onRefused }: Job<Action, Target, Guard>,
) {
  const forget = { type: 'forgetRun', params: { effect: src } } as const;
  const ended = ({ target, actions }: { target: Target; actions: readonly Action[] }) =>
    ({ target, actions: ['forgetRetries', 'keepRefusal', 'countAttempt', forget, ...actions] }) as const;
  return {
    meta: { screen, busy: true },
    invoke: {
      id: src,
      src,
      input: ({ context }: { context: FlowContext }) => attaching(request(context), context, src),
      onDone: { target: onDone.target, actions: ['forgetRetries', 'countAttempt', forget, ...onDone.actions] },
      onError: [...unless.map((way) => ({ ...ended(way), guard: way.guard }) as const), ended(onRefused)],
    },
    on: {
      'job.progressed': { actions: ['keepProgress', ...onProgress] },
      'effect.retries': { actions: 'keepRetries' },
      'cancel.requested': {
        guard: 'isGoingOn',
        actions: ['askCancel', { type: 'cancelJob', params: { job: src } }],
      },
      ...(onClosed === undefined ? {} : { closed: onClosed }),
    },
  } as const;
}

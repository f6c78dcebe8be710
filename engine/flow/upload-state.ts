import { not } from 'xstate';
import type { EffectInput, FlowContext } from './flow.ts';
import { attaching } from './attaching.ts';

interface Upload<Action extends string, Target extends string> {
  /** The progress screen. */
  screen: string;
  request(context: FlowContext): EffectInput & { file: string };
  onDone: { target: Target; actions: readonly Action[] };
  /** Where the field of the file is: it may have to be chosen again. */
  onRefused: { target: Target; actions: readonly Action[] };
  /** Where giving up leads. */
  onCancelled: { target: Target; actions: readonly Action[] };
}

/** A state that waits for a file to be sent: shows how far it is, pauses, goes on, gives up, and goes on with the same upload after a resume. */
export function uploadState<const Src extends string, const Action extends string, const Target extends string>(
  src: Src,
  { screen, request, onDone, onRefused, onCancelled }: Upload<Action, Target>,
) {
  const forget = { type: 'forgetRun', params: { effect: src } } as const;
  return {
    meta: { screen, busy: true },
    invoke: {
      id: src,
      src,
      input: ({ context }: { context: FlowContext }) => attaching(request(context), context, src),
      onDone: { target: onDone.target, actions: ['forgetRetries', 'countAttempt', ...onDone.actions, forget] },
      onError: {
        target: onRefused.target,
        actions: ['forgetRetries', 'keepRefusal', 'countAttempt', forget, ...onRefused.actions],
      },
    },
    on: {
      'job.progressed': { actions: 'keepProgress' },
      'effect.retries': { actions: 'keepRetries' },
      'pause.requested': {
        guard: not('isPaused'),
        actions: ['pauseUpload', { type: 'tellUpload', params: { upload: src, type: 'upload.pause' } }],
      },
      'continue.requested': {
        guard: 'isPaused',
        actions: ['continueUpload', { type: 'tellUpload', params: { upload: src, type: 'upload.continue' } }],
      },
      'cancel.requested': {
        target: onCancelled.target,
        actions: ['forgetRetries', { type: 'forgetUpload', params: { effect: src } }, ...onCancelled.actions],
      },
    },
  } as const;
}

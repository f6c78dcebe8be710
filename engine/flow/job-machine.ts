import { assign, sendTo } from 'xstate';
import { askCancel, forgetRun, forgetUpload, isCancelling, isPaused, keepProgress, pause } from './job.ts';
import { isDefinite } from './refusal.ts';
import { stepSetup, type StepRules } from './step-machine.ts';

/** `stepSetup()` for a flow with states of `jobState()` and `uploadState()`. */
export function jobSetup(effects: readonly string[], rules: StepRules) {
  return stepSetup(effects, rules).extend({
    guards: {
      isGoingOn: ({ context }) => !isCancelling(context),
      isPaused: ({ context }) => isPaused(context),
      /** Of a refused job: nobody knows whether its run goes on. */
      isUncertain: ({ event }) => !isDefinite(event),
    },
    actions: {
      keepProgress: assign(({ context, event }) => keepProgress(context, event)),
      askCancel: assign(({ context }) => askCancel(context)),
      cancelJob: sendTo((_, { job }: { job: string }) => job, { type: 'job.cancel' }),
      pauseUpload: assign(({ context }) => pause(context, true)),
      continueUpload: assign(({ context }) => pause(context, false)),
      tellUpload: sendTo(
        (_, { upload }: { upload: string; type: 'upload.pause' | 'upload.continue' }) => upload,
        (_, { type }) => ({ type }),
      ),
      // Another one will be sent by another request.
      forgetUpload: assign(({ context }, { effect }: { effect: string }) => ({
        ...forgetUpload(context, effect),
        attempt: context.attempt + 1,
      })),
      forgetRun: assign(({ context, event }, { effect }: { effect: string }) => forgetRun(context, event, effect)),
    },
  });
}

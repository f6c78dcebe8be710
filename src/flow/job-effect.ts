import { fromCallback, type AnyActorLogic } from 'xstate';
import type { Run } from '#api/contract/runs.ts';
import { isCallFailed } from '#api/call-failed.ts';
import { doneEvent, errorEvent } from '#engine/flow/effects.ts';
import type { EffectInput, JobProgressed } from '#engine/flow/flow.ts';
import { refusalOf } from './door.ts';
import type { LongEffect } from './long-effect.ts';
import { notLeaving } from './leaving.ts';
import { listen } from './news.ts';
import { readAgain } from './read-again.ts';

/** Announcements may pour in: a run is read again at most this often, in milliseconds … */
const REST = 250;
/** … and at least this often, should there be no connection to hear them by. */
const POLL = 2000;

/** Starts the run of a job or attaches to it, and follows it to its end. */
export function followJob({ name, effect: { whenLeft }, door, hear, leaving }: LongEffect): AnyActorLogic {
  return fromCallback<{ type: string }, EffectInput>(({ input, self, sendBack, receive }) => {
    const { key, run: known, ...request } = input;
    const controller = new AbortController();
    const { signal } = controller;
    let run = known;
    let ended = false;
    let wantsCancel = false;
    let askedCancel = false;
    const news = listen(hear, (topic, ids) => topic === 'run' && run !== undefined && ids.includes(run));

    async function cancel(): Promise<void> {
      wantsCancel = true;
      if (run === undefined || askedCancel) return;
      askedCancel = true;
      await door('cancelRun', { params: { id: run } }, { idempotencyKey: `${run}-cancel` });
      news.wake();
    }

    async function follow(): Promise<Run> {
      let latest = (
        known === undefined
          ? await door(name, request, {
              ...(key !== undefined && { idempotencyKey: key }),
              // A start that was given up may have begun a run, which nobody could cancel.
              ...(whenLeft !== 'cancel' && { signal }),
            })
          : await read(known)
      ) as Run;
      for (;;) {
        run = latest.id;
        if (signal.aborted && wantsCancel) await cancel();
        signal.throwIfAborted();
        const { progress, cancelRequested } = latest;
        sendBack({
          type: 'job.progressed',
          effect: name,
          run,
          progress: { ...progress, cancelRequested },
        } satisfies JobProgressed);
        if (latest.endedAt !== null) return latest;
        if (wantsCancel) askToCancel();
        await news.next(signal, REST, POLL);
        signal.throwIfAborted();
        latest = await read(run);
      }
    }

    const read = (id: string) =>
      readAgain(async () => (await door('readRun', { params: { id } }, { signal })) as Run, {
        effect: name,
        news,
        signal,
        tell: sendBack,
      });
    const end = (event: { type: string }) => {
      if (signal.aborted) return;
      ended = true;
      sendBack(event);
    };

    // Whether the run stops is read from the run; a request that failed may be asked again.
    function askToCancel(): void {
      cancel().catch(() => (askedCancel = false));
    }
    receive(({ type }) => {
      if (type === 'job.cancel') askToCancel();
    });
    follow().then(
      (last) => end(last.state === 'done' ? doneEvent(self.id, last.result) : errorEvent(self.id, last.refusal)),
      async (error: unknown) => {
        if (isCallFailed(error, 'offline')) await notLeaving();
        end(errorEvent(self.id, refusalOf(error)));
      },
    );
    return () => {
      controller.abort();
      news.stop();
      if (!ended && whenLeft === 'cancel' && !leaving.aborted) cancel().catch(() => undefined);
    };
  });
}

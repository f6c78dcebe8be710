import { fromCallback, type AnyActorLogic } from 'xstate';
import type { Run } from '#api/contract/runs.ts';
import { isCallFailed } from '#api/call-failed.ts';
import { doneEvent, errorEvent } from '#engine/flow/effects.ts';
import type { Effect, EffectInput, JobProgressed } from '#engine/flow/flow.ts';
import { refusalOf, type Door } from './door.ts';
import { notLeaving } from './leaving.ts';

/** Hears live messages: their topic and ids; `live` when some may have been missed. Answers how to stop. */
export type Hear = (listener: (topic: string, ids: readonly (number | string)[]) => void) => () => void;

/** Announcements may pour in: a run is read again at most this often, in milliseconds … */
const REST = 250;
/** … and at least this often, should there be no connection to hear them by. */
const POLL = 2000;

interface JobSettings {
  name: string;
  whenLeft: Effect['whenLeft'];
  door: Door;
  hear: Hear;
  /** Aborts when the page goes away: that leaves the state, and cancels nothing. */
  leaving: AbortSignal;
}

/** Starts the run of a job or attaches to it, and follows it to its end. */
export function followJob({ name, whenLeft, door, hear, leaving }: JobSettings): AnyActorLogic {
  return fromCallback<{ type: string }, EffectInput>(({ input, self, sendBack, receive }) => {
    const { key, run: known, ...request } = input;
    const controller = new AbortController();
    const { signal } = controller;
    let run = known;
    let ended = false;
    let wantsCancel = false;
    let askedCancel = false;
    const news = listenForRun(hear, () => run);

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
        if (wantsCancel) await cancel();
        await news.next(signal);
        signal.throwIfAborted();
        latest = await read(run);
      }
    }

    const read = async (id: string) => (await door('readRun', { params: { id } }, { signal })) as Run;
    const end = (event: { type: string }) => {
      if (signal.aborted) return;
      ended = true;
      sendBack(event);
    };

    receive(({ type }) => {
      // Whether the run stops is read from the run; a request that failed may be asked again.
      if (type === 'job.cancel') cancel().catch(() => (askedCancel = false));
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

/** Waits between two readings of a run: for a message about it, or for the poll; never shorter than the rest. */
function listenForRun(hear: Hear, run: () => string | undefined) {
  let heard = false;
  let hurry: (() => void) | undefined;
  const wake = () => {
    heard = true;
    hurry?.();
  };
  const stop = hear((topic, ids) => {
    if (topic === 'live' || topic === 'resync' || (topic === 'run' && ids.includes(run() ?? ''))) wake();
  });
  return {
    wake,
    stop,
    async next(signal: AbortSignal): Promise<void> {
      await pause(REST, signal);
      if (!heard)
        await new Promise<void>((resolve) => {
          hurry = resolve;
          void pause(POLL - REST, signal).then(resolve);
        });
      hurry = undefined;
      heard = false;
    },
  };
}

/** Ends early, and without an error, once nobody waits: the request after it fails then. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

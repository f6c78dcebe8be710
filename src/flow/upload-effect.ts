import { fromCallback, type AnyActorLogic } from 'xstate';
import type { CallReply } from '#api/client.ts';
import { isCallFailed } from '#api/call-failed.ts';
import { sendFile, type FileSending } from '#api/send-file.ts';
import { doneEvent, errorEvent } from '#engine/flow/effects.ts';
import { poll, type EffectInput, type EffectRetries, type JobProgressed, type Refusal } from '#engine/flow/flow.ts';
import { readChosenFile } from '#engine/vocabulary/chosen-file.ts';
import { chosenFile } from '#screens/form/chosen-files.ts';
import { refusalOf } from './door.ts';
import type { LongEffect } from './long-effect.ts';
import { notLeaving } from './leaving.ts';

/** How often the page is told how far it is, in milliseconds. */
const TOLD_EVERY = 250;

type Made = CallReply<'createUpload'>;

/** Announces a file, or takes up the upload that was begun, and sends its bytes. */
export function sendUpload({ name, door, leaving }: LongEffect): AnyActorLogic {
  return fromCallback<{ type: string }, EffectInput>(({ input, self, sendBack, receive }) => {
    const { key, run: known, file: answer = '', ...request } = input;
    const controller = new AbortController();
    const { signal } = controller;
    let id = known;
    let ended = false;
    let paused = false;
    let sending: FileSending | undefined;

    const remove = async (): Promise<void> => {
      if (id !== undefined) await door('removeUpload', { params: { id } }, { idempotencyKey: `${id}-remove` });
    };

    async function send(): Promise<Made | { id: string }> {
      const file = chosenFile(answer);
      if (file === undefined) throw fileNeeded(answer, known !== undefined);
      const made = known === undefined ? ((await announce()) as Made) : { id: known };
      id = made.id;
      if (signal.aborted && !leaving.aborted) await remove();
      signal.throwIfAborted();
      const tell = progressTeller(name, made.id, sendBack);
      sending = sendFile(made.id, file, {
        signal,
        retries: { seconds: poll.seconds, most: poll.retries },
        onProgress: tell.progress,
        onRetry(failure, count) {
          tell.forget();
          sendBack({
            type: 'effect.retries',
            effect: name,
            error: refusalOf(failure) as Refusal,
            retries: { count, most: poll.retries },
          } satisfies EffectRetries);
        },
      });
      sending.pause(paused);
      await sending.sent;
      return made;
    }

    // Not aborted when its state is left: the page could not remove an upload whose id it never learned.
    const announce = () => door(name, request, { ...(key !== undefined && { idempotencyKey: key }) });
    const end = (event: { type: string }) => {
      if (signal.aborted) return;
      ended = true;
      sendBack(event);
    };

    receive(({ type }) => {
      paused = type === 'upload.pause';
      sending?.pause(paused);
    });
    send().then(
      (made) => end(doneEvent(self.id, made)),
      async (error: unknown) => {
        if (isCallFailed(error, 'offline')) await notLeaving();
        end(errorEvent(self.id, refusalOf(asGone(error))));
      },
    );
    return () => {
      controller.abort();
      if (!ended && !leaving.aborted) remove().catch(() => undefined);
    };
  });
}

function progressTeller(effect: string, run: string, sendBack: (event: JobProgressed) => void) {
  const since = performance.now();
  let first: number | undefined;
  let next: { done: number; total: number } | undefined;
  let waits = false;
  const tell = (): void => {
    waits = next !== undefined;
    if (next === undefined) return;
    const { done, total } = next;
    next = undefined;
    // What an earlier page had sent was not sent at this pace.
    first ??= done;
    const seconds = (performance.now() - since) / 1000;
    const rate = seconds > 0 ? (done - first) / seconds : 0;
    const secondsLeft = rate > 0 ? (total - done) / rate : null;
    const progress = { stage: 'send', stages: ['send'], done, total, rate, secondsLeft, cancelRequested: false };
    sendBack({ type: 'job.progressed', effect, run, progress });
    setTimeout(tell, TOLD_EVERY);
  };
  return {
    progress(done: number, total: number): void {
      next = { done, total };
      if (!waits) tell();
    },
    /** What was not told yet is no news any more. */
    forget(): void {
      next = undefined;
    },
  };
}

/** No error of the server: only a person can give this page the file. */
function fileNeeded(answer: string, begun: boolean): Refusal {
  const name = readChosenFile(answer)?.name ?? '';
  const goesOn = begun ? ' The upload goes on where it stopped.' : '';
  return { code: 'file_needed', message: `Choose ${name} again: files are not kept while you are away.${goesOn}` };
}

/** The upload has expired, or made room for a newer one. */
function asGone(error: unknown): unknown {
  if (!isCallFailed(error, 'not_found')) return error;
  const message = 'The server no longer keeps what was uploaded. Upload the file again.';
  return { code: 'upload_gone', message } satisfies Refusal;
}

import { CallFailed } from '#api/call-failed.ts';
import type { ErrorCode } from '#api/contract/errors.ts';
import type { CallReply } from '#api/client.ts';
import type { FileSending, sendFile } from '#api/send-file.ts';
import type { EffectInput, JobProgressed, Refusal } from '#engine/flow/flow.ts';
import { THE_RUN } from '../generator/material.ts';
import type { PendingCall } from '../rig.ts';
import type { AnyRequest } from './answer.ts';

/** What the simulated server answers to the announcement of a file; so does a path. */
export const theUpload: CallReply<'createUpload'> = {
  id: THE_RUN,
  purpose: 'monitor-import',
  name: 'shops.csv',
  size: 57,
  received: 0,
  expiresAt: '2026-01-02T00:00:00.000Z',
};

/** The uploads of a simulated server: the announcement is answered at once, the sending is one call of the path. */
export function servedUploads(served: { readonly calls: PendingCall[] }) {
  /** What the upload was announced with, for a page that takes it up. */
  let begun: { effect: string; input: EffectInput } | undefined;
  let announced = false;

  const send: typeof sendFile = (id, _file, { onProgress, onRetry }): FileSending => {
    if (begun === undefined) throw new Error('a file is sent that was never announced');
    const { effect, input } = begun;
    const known = !announced && { run: id };
    announced = false;
    let settle: Pick<PendingCall, 'done' | 'refuse'> = { done: () => undefined, refuse: () => undefined };
    const sent = new Promise<void>((resolve, reject) => {
      settle = { done: () => resolve(), refuse: (refusal) => reject(failure(refusal)) };
    });
    served.calls.push({
      effect,
      input: { ...input, ...known },
      answered: false,
      done(reply) {
        this.answered = true;
        settle.done(reply);
      },
      refuse(refusal) {
        this.answered = true;
        settle.refuse(refusal);
      },
      report(event) {
        const { error, retries } = event as { error?: Refusal; retries?: { count: number } };
        if (error !== undefined) return onRetry(failure(error), retries?.count ?? 1);
        const { done, total } = (event as unknown as JobProgressed).progress;
        onProgress(done, total);
      },
    });
    return { sent, pause: () => undefined };
  };

  return {
    send,
    start(effect: string, { idempotencyKey, params, query, body }: AnyRequest): unknown {
      begun = {
        effect,
        input: { ...(idempotencyKey !== null && { key: idempotencyKey }), params, query, body } as EffectInput,
      };
      announced = true;
      return theUpload;
    },
    forget() {
      begun = undefined;
    },
  };
}

function failure({ code, message, fields }: Refusal): CallFailed {
  return new CallFailed(code as ErrorCode, message, { fields });
}

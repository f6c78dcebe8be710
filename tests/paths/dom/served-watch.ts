import type { EffectInput, Refusal } from '#engine/flow/flow.ts';
import type { PendingCall } from '../rig.ts';
import type { Answer, AnyRequest } from './answer.ts';
import type { LongCall } from './served-jobs.ts';

/** Every reading of a watch is one call of the path, which it answers once for each report and for good when it refuses. */
export function servedWatch(
  effect: string,
  served: { readonly calls: PendingCall[]; readonly answering: Map<string, Answer> },
  waits: (effect: string) => boolean,
  answerOf: (answer: Answer) => unknown,
): (request: AnyRequest) => unknown {
  function made(input: EffectInput): LongCall {
    const call: LongCall = {
      effect,
      input,
      answered: false,
      reply: undefined,
      // It has no end of its own: a page that went away hears nothing more.
      done: () => undefined,
      report(event) {
        const { output, error } = event as { output?: unknown; error?: Refusal };
        const answer = error === undefined ? { reply: output } : { refusal: error };
        // The client asks again before it tells the page that it had no reply.
        if (error !== undefined) served.answering.set(effect, { refusal: error, retries: true });
        call.reply?.(answerOf(answer));
        call.reply = undefined;
      },
      refuse(refusal) {
        call.answered = true;
        if (waits(effect)) served.answering.set(effect, { refusal });
        call.reply?.(answerOf({ refusal }));
        call.reply = undefined;
      },
    };
    served.calls.push(call);
    return call;
  }

  return ({ params, query }) => {
    const known = served.answering.get(effect);
    if (known !== undefined) return answerOf(known);
    const pending = served.calls.findLast((call) => call.effect === effect && !call.answered) as LongCall | undefined;
    const call = pending ?? made({ params, query } as EffectInput);
    return new Promise((resolve) => (call.reply = resolve));
  };
}

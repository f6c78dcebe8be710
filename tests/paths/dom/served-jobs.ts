import type { Run } from '#api/contract/runs.ts';
import type { EffectInput, JobProgressed, Refusal } from '#engine/flow/flow.ts';
import { THE_RUN } from '../generator/material.ts';
import type { PendingCall } from '../rig.ts';
import type { Answer, AnyRequest } from './answer.ts';

const aRun: Run = {
  id: THE_RUN,
  kind: 'job',
  subject: '',
  state: 'running',
  progress: { stage: 'work', stages: ['work'], done: 0, total: 0, rate: 0, secondsLeft: null },
  lastSeq: 0,
  result: null,
  refusal: null,
  cancelRequested: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: null,
  endedAt: null,
};
const at = aRun.createdAt;

/** A call that a path answers several times. */
export interface LongCall extends PendingCall {
  /** Answers the request that the page waits for; none while it pauses between two readings. */
  reply: ((answer: unknown) => void) | undefined;
}

/**
 * The runs of a simulated server: the start of a job and every reading of its run are one call of the path, which it answers
 * once for each progress and once for the end.
 */
export function servedJobs(
  served: { readonly calls: PendingCall[]; readonly answering: Map<string, Answer> },
  waits: (effect: string) => boolean,
  isOwn: (key: string) => boolean,
  answerOf: (answer: Answer) => unknown,
) {
  /** What the run was started with, for a page that attaches to it. */
  let begun: { effect: string; input: EffectInput } | undefined;
  let cancelRequested = false;

  const jobOf = (effect: string) =>
    served.calls.findLast((call) => call.effect === effect && !call.answered) as LongCall | undefined;

  function runAt(event: unknown): Run {
    const { cancelRequested: asked, ...progress } = (event as JobProgressed).progress;
    cancelRequested ||= asked;
    return { ...aRun, progress: { ...progress, stages: [...progress.stages] }, cancelRequested };
  }

  function made(effect: string, input: EffectInput): LongCall {
    const end = (job: LongCall, answer: Answer) => {
      job.answered = true;
      if (waits(effect) && served.calls.findLast((one) => one.effect === effect) === job)
        served.answering.set(effect, answer);
      job.reply?.(answerOf(answer));
      job.reply = undefined;
    };
    const job: LongCall = {
      effect,
      input,
      answered: false,
      reply: undefined,
      done: (result) => end(job, { reply: { ...aRun, state: 'done', result, endedAt: at } satisfies Run }),
      refuse(refusal) {
        if (!refusal.code.startsWith('run_')) return end(job, { refusal });
        const state = refusal.code === 'run_cancelled' ? 'cancelled' : 'interrupted';
        end(job, { reply: { ...aRun, state, refusal, endedAt: at } satisfies Run });
      },
      report(event) {
        const refusal = event['error'] as Refusal | undefined;
        // The client asks again before it tells the page that it had no reply.
        if (refusal !== undefined) served.answering.set(effect, { refusal, retries: true });
        job.reply?.(refusal === undefined ? runAt(event) : answerOf({ refusal }));
        job.reply = undefined;
      },
    };
    served.calls.push(job);
    return job;
  }

  function hold(effect: string, input: EffectInput): unknown {
    const known = served.answering.get(effect);
    if (known !== undefined) return answerOf(known);
    const job = jobOf(effect) ?? made(effect, input);
    return new Promise((resolve) => (job.reply = resolve));
  }

  return {
    start(effect: string, { idempotencyKey, params, query, body }: AnyRequest): unknown {
      // A page that is gone asks again.
      if (idempotencyKey !== null && !isOwn(idempotencyKey)) return new Promise(() => undefined);
      const input = { ...(idempotencyKey !== null && { key: idempotencyKey }), params, query, body } as EffectInput;
      begun = { effect, input };
      cancelRequested = false;
      return hold(effect, input);
    },
    read(): unknown {
      if (begun === undefined) throw new Error('a run is read that was never started');
      return hold(begun.effect, { ...begun.input, run: THE_RUN });
    },
    cancel(): Run {
      cancelRequested = true;
      return { ...aRun, cancelRequested };
    },
    forget() {
      begun = undefined;
    },
  };
}

/** Whether the page waits for an answer; it pauses between two readings. */
export function isAsked(call: PendingCall): boolean {
  return !('reply' in call) || (call as LongCall).reply !== undefined;
}

import type { EffectInput, FlowContext, JobProgress, JobProgressed } from './flow.ts';
import { isDefinite } from './refusal.ts';

type Event = { type: string };

/** `job.progressed`: the run to attach to when the draft is resumed, and how far it is. */
export function keepProgress(context: FlowContext, event: Event): Pick<FlowContext, 'runs' | 'shown'> {
  const { effect, run, progress } = event as JobProgressed;
  // A message on its way says what was so before the person asked it to stop.
  const cancelRequested = progress.cancelRequested || isCancelling(context);
  return {
    runs: { ...context.runs, [effect]: run },
    // The rows that a run found are shown after its end as well.
    shown: {
      ...context.shown,
      progress: { ...progress, cancelRequested },
      runs: { ...runsOf(context), [effect]: run },
    },
  };
}

/** The last run of each job, by effect, for the screens. */
export function runsOf({ shown }: Pick<FlowContext, 'shown'>): Record<string, string> {
  return (shown['runs'] ?? {}) as Record<string, string>;
}

/** The job has ended. After an uncertain failure nobody knows, so the next try attaches to the same run. */
export function forgetRun({ runs = {}, shown }: FlowContext, event: Event, effect: string) {
  const { [effect]: ended, ...others } = runs;
  const { progress, ...rest } = shown;
  const cancelRequested = false;
  const kept = progress === undefined ? rest : { ...rest, progress: { ...(progress as JobProgress), cancelRequested } };
  return { runs: isDefinite(event) || ended === undefined ? others : runs, shown: kept };
}

export function isCancelling({ shown }: FlowContext): boolean {
  return (shown['progress'] as JobProgress | undefined)?.cancelRequested === true;
}

export function askCancel({ shown }: FlowContext): Pick<FlowContext, 'shown'> {
  const progress = (shown['progress'] ?? {
    stage: '',
    stages: [],
    done: 0,
    total: 0,
    rate: 0,
    secondsLeft: null,
  }) as JobProgress;
  return { shown: { ...shown, progress: { ...progress, cancelRequested: true } } };
}

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
      input: ({ context }: { context: FlowContext }): EffectInput => {
        const run = context.runs?.[src];
        return { ...request(context), ...(run !== undefined && { run }) };
      },
      onDone: { target: onDone.target, actions: ['countAttempt', forget, ...onDone.actions] },
      onError: { target: onRefused.target, actions: ['keepRefusal', 'countAttempt', forget, ...onRefused.actions] },
    },
    on: {
      'job.progressed': { actions: ['keepProgress', ...onProgress] },
      'cancel.requested': {
        guard: 'isGoingOn',
        actions: ['askCancel', { type: 'cancelJob', params: { job: src } }],
      },
    },
  } as const;
}

import type { FlowContext, JobProgress, JobProgressed } from './flow.ts';
import { isDefinite } from './refusal.ts';
import { forgetRetries } from './retries.ts';

type Event = { type: string };

/** `job.progressed`: the run to attach to when the draft is resumed, and how far it is. */
export function keepProgress(context: FlowContext, event: Event): Partial<FlowContext> {
  const { effect, run, progress } = event as JobProgressed;
  // A message on its way says what was so before the person asked it to stop.
  const cancelRequested = progress.cancelRequested || isCancelling(context);
  return {
    ...forgetRetries(context),
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

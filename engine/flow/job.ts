import type { FlowContext, JobProgress, JobProgressed, Shown } from './flow.ts';
import { isDefinite, refusalIn } from './refusal.ts';
import { forgetRetries } from './retries.ts';

type Event = { type: string };

/** `job.progressed`: the run to attach to when the draft is resumed, and how far it is. */
export function keepProgress(context: FlowContext, event: Event): Partial<FlowContext> {
  const { effect, run, progress } = event as JobProgressed;
  // A message on its way says what was so before the person asked it to stop.
  const cancelRequested = progress.cancelRequested || isCancelling(context);
  const paused = isPaused(context) && { paused: true };
  return {
    ...forgetRetries(context),
    runs: { ...context.runs, [effect]: run },
    // The rows that a run found are shown after its end as well.
    shown: {
      ...context.shown,
      progress: { ...progress, cancelRequested, ...paused },
      runs: { ...context.shown.runs, [effect]: run },
    },
  };
}

/**
 * The job or upload has ended. After an uncertain failure nobody knows, so the next try attaches to the same one; so it does to
 * an upload whose file is to be chosen again.
 */
export function forgetRun({ runs = {}, shown }: FlowContext, event: Event, effect: string) {
  const { [effect]: ended, ...others } = runs;
  const { progress, ...rest } = shown;
  const { paused: _, ...last } = progress ?? {};
  const kept =
    progress === undefined ? rest : { ...rest, progress: { ...last, cancelRequested: false } as JobProgress };
  const goesOn = !isDefinite(event) || ('error' in event && refusalIn(event).code === 'file_needed');
  return { runs: goesOn && ended !== undefined ? runs : others, shown: kept };
}

export function isCancelling({ shown }: FlowContext): boolean {
  return shown.progress?.cancelRequested === true;
}

export function askCancel({ shown }: FlowContext): Pick<FlowContext, 'shown'> {
  return { shown: { ...shown, progress: { ...progressIn(shown), cancelRequested: true } } };
}

export function isPaused({ shown }: FlowContext): boolean {
  return shown.progress?.paused === true;
}

export function pause({ shown }: FlowContext, paused: boolean): Pick<FlowContext, 'shown'> {
  const { paused: _, ...progress } = progressIn(shown);
  return { shown: { ...shown, progress: paused ? { ...progress, paused } : progress } };
}

/** The file that the next upload sends: the one that was begun goes on only with the same file. */
export function takeFile(
  { runs = {}, files = {} }: FlowContext,
  effect: string,
  file: string,
): Pick<FlowContext, 'runs' | 'files'> {
  const { [effect]: _, ...others } = runs;
  return { runs: files[effect] === file ? runs : others, files: { ...files, [effect]: file } };
}

/** The person cancelled the upload: the next start is a new one. */
export function forgetUpload({ runs = {}, shown }: FlowContext, effect: string): Pick<FlowContext, 'runs' | 'shown'> {
  const { [effect]: _, ...others } = runs;
  const { progress: __, ...rest } = shown;
  return { runs: others, shown: rest };
}

const unknownProgress: JobProgress = {
  stage: '',
  stages: [],
  done: 0,
  total: 0,
  rate: 0,
  secondsLeft: null,
  cancelRequested: false,
};

function progressIn(shown: Shown): JobProgress {
  return shown.progress ?? unknownProgress;
}

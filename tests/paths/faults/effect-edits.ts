import type { Edits } from './shared-edit.ts';

/** Faults in effects that take time. */
export const effectEdits: Edits = {
  'attaching.ts': [
    {
      kind: 'drop a sent field',
      change: 'a resumed job or upload starts a second one',
      find: `...(run !== undefined && { run }) };`,
      put: `...(run === 'none' && { run }) };`,
    },
  ],
  'job.ts': [
    {
      kind: 'drop an action',
      change: 'the run of a job is not kept',
      find: `runs: { ...context.runs, [effect]: run },`,
      put: `runs: { ...context.runs },`,
    },
    {
      kind: 'drop an action',
      change: 'the progress of a job is not shown',
      find: `      progress: { ...progress, cancelRequested, ...paused },\n      runs: {`,
      put: `      runs: {`,
    },
    {
      kind: 'drop what is kept',
      change: 'the run is forgotten after an uncertain failure',
      find: `goesOn && ended !== undefined ? runs : others`,
      put: `others`,
    },
    {
      kind: 'drop what is kept',
      change: 'an upload starts again at the first byte when its file is chosen again',
      find: ` || ('error' in event && refusalIn(event).code === 'file_needed')`,
      put: ``,
    },
    {
      kind: 'drop a condition',
      change: 'another file resumes the upload of the file before it',
      find: `files[effect] === file ? runs : others`,
      put: `runs`,
    },
    {
      kind: 'drop what is kept',
      change: 'a paused upload shows as running after its next progress',
      find: `cancelRequested, ...paused }`,
      put: `cancelRequested }`,
    },
    {
      kind: 'keep what is gone',
      change: 'a cancelled upload is resumed',
      find: `return { runs: others, shown: rest };`,
      put: `return { runs, shown: rest };`,
    },
  ],
  'upload-state.ts': [
    {
      kind: 'drop an action',
      change: 'Pause shows the upload as paused and does not pause it',
      find: `actions: ['pauseUpload', { type: 'tellUpload', params: { upload: src, type: 'upload.pause' } }],`,
      put: `actions: ['pauseUpload'],`,
    },
    {
      kind: 'drop an action',
      change: 'a continued upload shows as paused',
      find: `actions: ['continueUpload', {`,
      put: `actions: [{`,
    },
    {
      kind: 'drop an action',
      change: 'a finished upload is resumed',
      find: `['forgetRetries', 'countAttempt', ...onDone.actions, forget]`,
      put: `['forgetRetries', 'countAttempt', ...onDone.actions]`,
    },
  ],
  'job-state.ts': [
    {
      kind: 'drop an action',
      change: 'Cancel shows the job as stopping and does not cancel its run',
      find: `actions: ['askCancel', { type: 'cancelJob', params: { job: src } }],`,
      put: `actions: ['askCancel'],`,
    },
    {
      kind: 'drop an action',
      change: 'a refused job attaches to its ended run',
      find: `actions: ['forgetRetries', 'keepRefusal', 'countAttempt', forget, ...actions]`,
      put: `actions: ['forgetRetries', 'keepRefusal', 'countAttempt', ...actions]`,
    },
  ],
  'retries.ts': [
    {
      kind: 'drop an action',
      change: 'the screen does not say that a reading failed',
      find: `return { refusal, retries: (event as EffectRetries).retries };`,
      put: `return { retries: (event as EffectRetries).retries } as Pick<FlowContext, 'refusal' | 'retries'>;`,
    },
    {
      kind: 'keep a stale refusal',
      change: 'the screen says that a reading failed after the next reply',
      find: `return retries === undefined ? {} : { refusal: undefined, retries: undefined };`,
      put: `return retries === undefined ? {} : {};`,
    },
  ],
  'watch-state.ts': [
    {
      kind: 'drop an action',
      change: 'a watch keeps the failure before its reply',
      find: `[...onChanged, { actions: 'forgetRetries' }]`,
      put: `[...onChanged]`,
    },
    {
      kind: 'drop an action',
      change: 'the screen does not say that a watch reads again',
      find: `'effect.retries': { actions: 'keepRetries' },`,
      put: `'effect.retries': {},`,
    },
    {
      kind: 'drop an action',
      change: 'a watch does not read when it is asked to',
      find: `actions: ['forgetRefusal', { type: 'readNow', params: { watch: src } }]`,
      put: `actions: ['forgetRefusal']`,
    },
    {
      kind: 'drop an action',
      change: 'a watch that ends does not say why',
      find: `actions: ['forgetRetries', 'keepRefusal']`,
      put: `actions: ['forgetRetries']`,
    },
  ],
};

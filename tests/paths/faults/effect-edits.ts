import type { Edits } from './shared-edit.ts';

/** Faults in effects that take time. */
export const effectEdits: Edits = {
  'job.ts': [
    {
      kind: 'drop an action',
      change: 'the run of a job is not kept',
      find: `runs: { ...context.runs, [effect]: run },`,
      put: `runs: { ...context.runs },`,
    },
    {
      kind: 'drop an action',
      change: 'how far a job is does not show',
      find: `      progress: { ...progress, cancelRequested, ...paused },\n      runs: {`,
      put: `      runs: {`,
    },
    {
      kind: 'drop what is kept',
      change: 'the run is forgotten after a failure that nobody knows the end of',
      find: `goesOn && ended !== undefined ? runs : others`,
      put: `others`,
    },
    {
      kind: 'drop what is kept',
      change: 'an upload begins anew when its file is chosen again',
      find: ` || ('error' in event && refusalIn(event).code === 'file_needed')`,
      put: ``,
    },
    {
      kind: 'drop a condition',
      change: 'another file goes on with the upload of the one before',
      find: `files[effect] === file ? runs : others`,
      put: `runs`,
    },
    {
      kind: 'drop what is kept',
      change: 'an upload that pauses goes on by its next progress',
      find: `cancelRequested, ...paused }`,
      put: `cancelRequested }`,
    },
    {
      kind: 'keep what is gone',
      change: 'an upload that was given up is gone on with',
      find: `return { runs: others, shown: rest };`,
      put: `return { runs, shown: rest };`,
    },
  ],
  'upload-state.ts': [
    {
      kind: 'drop a sent field',
      change: 'a resumed upload begins anew',
      find: `...(run !== undefined && { run }) };`,
      put: `...(run === 'none' && { run }) };`,
    },
    {
      kind: 'drop an action',
      change: 'an upload pauses on the page alone',
      find: `actions: ['pauseUpload', { type: 'tellUpload', params: { upload: src, type: 'upload.pause' } }],`,
      put: `actions: ['pauseUpload'],`,
    },
    {
      kind: 'drop an action',
      change: 'an upload that goes on shows as paused',
      find: `actions: ['continueUpload', {`,
      put: `actions: [{`,
    },
    {
      kind: 'drop an action',
      change: 'the upload of before is gone on with once it has ended',
      find: `['forgetRetries', 'countAttempt', ...onDone.actions, forget]`,
      put: `['forgetRetries', 'countAttempt', ...onDone.actions]`,
    },
  ],
  'job-state.ts': [
    {
      kind: 'drop a sent field',
      change: 'a resumed job starts a second run',
      find: `...(run !== undefined && { run }) };`,
      put: `...(run === 'none' && { run }) };`,
    },
    {
      kind: 'drop an action',
      change: 'a job is asked to stop and its run is not cancelled',
      find: `actions: ['askCancel', { type: 'cancelJob', params: { job: src } }],`,
      put: `actions: ['askCancel'],`,
    },
    {
      kind: 'drop an action',
      change: 'the run of a job that ended is attached to again',
      find: `actions: ['forgetRetries', 'keepRefusal', 'countAttempt', forget, ...onRefused.actions]`,
      put: `actions: ['forgetRetries', 'keepRefusal', 'countAttempt', ...onRefused.actions]`,
    },
  ],
  'retries.ts': [
    {
      kind: 'drop an action',
      change: 'nobody is told that a reading failed',
      find: `return { refusal, retries: (event as EffectRetries).retries };`,
      put: `return { retries: (event as EffectRetries).retries } as Pick<FlowContext, 'refusal' | 'retries'>;`,
    },
    {
      kind: 'keep a stale refusal',
      change: 'a reading that failed is told after the next reply',
      find: `return retries === undefined ? {} : { refusal: undefined, retries: undefined };`,
      put: `return retries === undefined ? {} : {};`,
    },
  ],
  'watch-state.ts': [
    {
      kind: 'drop an action',
      change: 'the failure of before stands after a reply',
      find: `[...onChanged, { actions: 'forgetRetries' }]`,
      put: `[...onChanged]`,
    },
    {
      kind: 'drop an action',
      change: 'nobody is told that a watch reads again',
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
      change: 'a watch ends and does not say why',
      find: `actions: ['forgetRetries', 'keepRefusal']`,
      put: `actions: ['forgetRetries']`,
    },
  ],
};

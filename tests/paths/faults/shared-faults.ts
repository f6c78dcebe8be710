// Faults in what the machines of all flows are built of, as changes of its text.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFrom, root } from './changed-sources.ts';
import { withFlow, type Fault } from './fault.ts';

interface Edit {
  kind: string;
  change: string;
  find: string;
  put: string;
}

const edits: Readonly<Record<string, readonly Edit[]>> = {
  'step-states.ts': [
    {
      kind: 'drop an action',
      change: 'what a step submits is not kept where it leads on',
      find: `target: next, actions: 'keepAnswers' },\n      ],\n      ...(back`,
      put: `target: next, actions: [] },\n      ],\n      ...(back`,
    },
    {
      kind: 'keep a stale refusal',
      change: 'Confirm keeps the refusal when it is pressed again',
      find: `...sending(machine, 'confirm', 'forgetRefusal')`,
      put: `...sending(machine, 'confirm', 'nameIt' as 'forgetRefusal')`,
    },
    {
      kind: 'retarget',
      change: 'Confirm adds in EDIT, too',
      find: `target: saving, actions },`,
      put: `target: adding, actions },`,
    },
    {
      kind: 'retarget',
      change: 'Close during the steps ends as finished',
      find: `    closed: 'closed',\n  } as const;\n}\n\n/** A refusal leads`,
      put: `    closed: 'finished' as 'closed',\n  } as const;\n}\n\n/** A refusal leads`,
    },
    {
      kind: 'drop an action',
      change: 'a refusal does not count as an attempt, so the corrected request has the same key',
      find: `const actions = ['keepRefusal', 'countAttempt'] as const;`,
      put: `const actions = ['keepRefusal'] as unknown as ['keepRefusal', 'countAttempt'];`,
    },
    {
      kind: 'drop an action',
      change: 'a refusal is not told',
      find: `const actions = ['keepRefusal', 'countAttempt'] as const;`,
      put: `const actions = ['countAttempt'] as unknown as ['keepRefusal', 'countAttempt'];`,
    },
    {
      kind: 'drop a transition',
      change: 'no refusal leads to the step of its field',
      find: `    ...steps.map(\n      (screen) => ({ guard: { type: 'refusedAt'`,
      put: `    ...steps.slice(0, 0).map(\n      (screen) => ({ guard: { type: 'refusedAt'`,
    },
    {
      kind: 'drop an action',
      change: 'a conflict does not count as an attempt',
      find: `actions: ['takeTheirs', 'countAttempt'] } as const`,
      put: `actions: ['takeTheirs'] as unknown as ['takeTheirs', 'countAttempt'] } as const`,
    },
    {
      kind: 'drop a sent field',
      change: 'a save does not say which entity it changes',
      find: `...(does === 'save' && { params: { id: context.subject ?? '' } }),`,
      put: '',
    },
    {
      kind: 'drop a sent field',
      change: 'a save does not say on which revision it is based',
      find: `...(does === 'save' && context.revision !== undefined && { revision: context.revision }),`,
      put: '',
    },
    {
      kind: 'drop a sent field',
      change: 'requests that add or save have no idempotency key',
      find: `key: effectKey(context, effects[does]),`,
      put: '',
    },
    {
      kind: 'drop an action',
      change: 'the reply of a save is not kept',
      find: `actions: ['countAttempt', 'keepReply'] }`,
      put: `actions: ['countAttempt'] as unknown as ['countAttempt', 'keepReply'] }`,
    },
    {
      kind: 'drop an action',
      change: 'a save does not take the name for its words',
      find: `entry: 'nameIt',`,
      put: `entry: 'forgetTheirs' as 'nameIt',`,
    },
    {
      kind: 'drop a transition',
      change: 'a save on a stale revision leads to Confirm and not to the conflict',
      find: `onError: does === 'save' ? [conflictWay, ...refusals] : refusals,`,
      put: `onError: refusals,`,
    },
    {
      kind: 'drop an action',
      change: 'what was chosen in a conflict is not merged',
      find: `target: 'saving', actions: 'mergeTheirs' }`,
      put: `target: 'saving', actions: 'forgetTheirs' as 'mergeTheirs' }`,
    },
    {
      kind: 'retarget',
      change: 'a chosen conflict is not saved',
      find: `guard: 'settles', target: 'saving', actions`,
      put: `guard: 'settles', target: 'closed' as 'saving', actions`,
    },
    {
      kind: 'drop a guard',
      change: 'a conflict is saved before everything is chosen',
      find: `{ guard: 'settles', target: 'saving', actions: 'mergeTheirs' }`,
      put: `{ guard: { type: 'submits', params: { screen: 'conflict' } } as unknown as 'settles', target: 'saving', actions: 'mergeTheirs' }`,
    },
    {
      kind: 'swap outcomes',
      change: 'an entity that cannot be read opens the steps',
      find: `onError: { target: 'loadFailed', actions: ['keepRefusal', 'sayReason'] },`,
      put: `onError: { target: 'editing' as 'loadFailed', actions: ['keepRefusal', 'sayReason'] },`,
    },
    {
      kind: 'drop an action',
      change: 'why an entity cannot be read is not said',
      find: `actions: ['keepRefusal', 'sayReason'] },`,
      put: `actions: ['keepRefusal'] as unknown as ['keepRefusal', 'sayReason'] },`,
    },
    {
      kind: 'keep a stale refusal',
      change: 'reading again keeps the refusal',
      find: `retried: { target: 'loading', actions: 'forgetRefusal' }, closed`,
      put: `retried: { target: 'loading', actions: 'sayNothing' as 'forgetRefusal' }, closed`,
    },
    {
      kind: 'swap outcome',
      change: 'a saved entity ends as closed',
      find: `outcome: 'finished',\n      reply: context.shown['saved'],\n      words: context.words,\n    }),`,
      put: `outcome: 'closed',\n      reply: context.shown['saved'],\n      words: context.words,\n    }),`,
    },
    {
      kind: 'drop an output',
      change: 'the flow ends without the saved entity',
      find: `outcome: 'finished',\n      reply: context.shown['saved'],\n      words: context.words,\n    }),`,
      put: `outcome: 'finished',\n      words: context.words,\n    }),`,
    },
    {
      kind: 'drop an output',
      change: 'the flow ends without its words',
      find: `outcome: 'finished',\n      reply: context.shown['saved'],\n      words: context.words,\n    }),`,
      put: `outcome: 'finished',\n      reply: context.shown['saved'],\n    }),`,
    },
  ],
  'manifest-steps.ts': [
    {
      kind: 'retarget',
      change: 'a step is followed by the one after the next, for these answers',
      find: `return order[order.indexOf(screen) + 1] === next;`,
      put: `return order[order.indexOf(screen) + 2] === next;`,
    },
    {
      kind: 'retarget',
      change: 'Back leads to the step after this one, for these answers',
      find: `return order[order.indexOf(screen) - 1] === before;`,
      put: `return order[order.indexOf(screen) + 1] === before;`,
    },
    {
      kind: 'drop an action',
      change: 'what changes in a step is not kept',
      find: `actions: 'keepChange' },`,
      put: `actions: [] as unknown as 'keepChange' },`,
    },
    {
      kind: 'retarget',
      change: 'steps follow by the answers before those that are submitted',
      find: `{ ...context.answers, [screen]: submitted(event) }`,
      put: `{ ...context.answers }`,
    },
  ],
  'answers.ts': [
    {
      kind: 'keep a stale refusal',
      change: 'submitted answers keep the refusal before them',
      find: `answers: { ...context.answers, [screen]: data }, passed, refusal: undefined };`,
      put: `answers: { ...context.answers, [screen]: data }, passed, refusal: context.refusal };`,
    },
    {
      kind: 'drop an action',
      change: 'a step that was submitted is not done',
      find: `const passed = context.passed.includes(screen) ? context.passed : [...context.passed, screen];`,
      put: `const passed = context.passed;`,
    },
    {
      kind: 'drop an action',
      change: 'a step that changed stays done',
      find: `passed: context.passed.filter((id) => id !== screen),`,
      put: `passed: context.passed,`,
    },
    {
      kind: 'keep a stale refusal',
      change: 'the refusal of a field stays when the field changes',
      find: `refusal: withoutFields(context.refusal, changed),`,
      put: `refusal: context.refusal,`,
    },
    {
      kind: 'loosen a guard',
      change: 'a late submit of another step counts',
      find: `return event.type === 'step.submitted' && answersIn(event).screen === screen;`,
      put: `return event.type === 'step.submitted' && answersIn(event).screen !== '' && screen !== '';`,
    },
    {
      kind: 'loosen a guard',
      change: 'a late change of another step counts',
      find: `return event.type === 'step.changed' && answersIn(event).screen === screen;`,
      put: `return event.type === 'step.changed' && answersIn(event).screen !== '' && screen !== '';`,
    },
    {
      kind: 'loosen a guard',
      change: 'the stepper leads past steps that are open',
      find: `return index >= 0 && steps.slice(0, index).every((id) => context.passed.includes(id));`,
      put: `return index >= 0;`,
    },
    {
      kind: 'negate a guard',
      change: 'the stepper leads nowhere but past open steps',
      find: `steps.slice(0, index).every((id) => context.passed.includes(id));`,
      put: `!steps.slice(0, index).every((id) => context.passed.includes(id));`,
    },
  ],
  'mapping.ts': [
    {
      kind: 'drop a sent field',
      change: 'what was emptied is not sent in EDIT',
      find: `context.mode === 'EDIT' ? rule.emptied : rule.otherwise`,
      put: `context.mode === 'NEW' ? rule.emptied : rule.otherwise`,
    },
    {
      kind: 'send another answer',
      change: 'answers are sent without their conversion',
      find: `rule.as === undefined ? answer : conversionOf`,
      put: `rule.as !== 'never' ? answer : conversionOf`,
    },
    {
      kind: 'loosen a condition',
      change: 'answers are sent whether or not their condition holds',
      find: `holds(rule.when, context.answers) ? valueAt(source, rule.from) : undefined;`,
      put: `valueAt(source, rule.from);`,
    },
    {
      kind: 'loosen a condition',
      change: 'answers of steps that do not apply are sent',
      find: `steps === undefined || steps.includes(`,
      put: `steps !== null || steps.includes(`,
    },
  ],
  'read-answers.ts': [
    {
      kind: 'drop what is read',
      change: 'stored values are read without their conversion',
      find: `return rule.as === undefined ? answer : conversionOf`,
      put: `return rule.as !== 'never' ? answer : conversionOf`,
    },
    {
      kind: 'drop what is read',
      change: 'rows are read as they are stored',
      find: `if (rows === undefined) return row;`,
      put: `if (rows !== null) return row;`,
    },
    {
      kind: 'drop what is read',
      change: 'what no field says is not inferred',
      find: `if (!found.has(pointer)) put(answers, pointer, inferredOf`,
      put: `if (found.has(pointer)) put(answers, pointer, inferredOf`,
    },
  ],
  'refusal.ts': [
    {
      kind: 'send another key',
      change: 'a repeated request has another key',
      find: `attempt: isDefinite(event) ? context.attempt + 1 : context.attempt`,
      put: `attempt: context.attempt + 1`,
    },
    {
      kind: 'send another key',
      change: 'a corrected request has the same key',
      find: `attempt: isDefinite(event) ? context.attempt + 1 : context.attempt`,
      put: `attempt: context.attempt`,
    },
    {
      kind: 'swap a refusal',
      change: 'a refusal that names no field is not said at the field of its code',
      find: `if (refusal.fields !== undefined || field === undefined) return { refusal };`,
      put: `if (refusal.fields === undefined || field === undefined) return { refusal };`,
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
  'conflict.ts': [
    {
      kind: 'drop what is kept',
      change: 'the revision stays the old one after a merge',
      find: `stored: theirs.answers, revision: theirs.revision, theirs: undefined };`,
      put: `stored: theirs.answers, theirs: undefined };`,
    },
    {
      kind: 'drop an answer',
      change: 'a conflict forgets what was answered',
      find: `return { answers, theirs, refusal: undefined };`,
      put: `return { answers: theirs.answers, theirs, refusal: undefined };`,
    },
  ],
};

/** The files, for a test that each text still stands there once. */
export function textOf(name: string): string {
  return readFileSync(join(root, 'engine/flow', name), 'utf8');
}

export const sharedEdits = edits;

export function sharedFaults(flows: readonly string[]): Fault[] {
  return Object.entries(edits).flatMap(([name, changes]) => {
    const file = `engine/flow/${name}`;
    return changes.map(({ kind, change, find, put }): Fault => ({
      area: 'shared',
      kind,
      change,
      file,
      flows,
      async plant(loaded) {
        const text = textOf(name);
        if (text.split(find).length !== 2) throw new Error(`${file} does not hold this once: ${find}`);
        const definition = await buildFrom(
          loaded.flow.id,
          file,
          text.replace(find, () => put),
        );
        return withFlow(loaded, { ...loaded.flow, ...definition });
      },
    }));
  });
}

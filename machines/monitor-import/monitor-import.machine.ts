import { and, assign } from 'xstate';
import { beginning, show, submits, submitted } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { Answers, EffectInput, FlowContext, FlowOutput, ShownData } from '#engine/flow/flow.ts';
import { takeFile } from '#engine/flow/job.ts';
import { shortHash } from '#engine/flow/short-hash.ts';
import { jobSetup } from '#engine/flow/job-machine.ts';
import { jobState } from '#engine/flow/job-state.ts';
import { uploadState } from '#engine/flow/upload-state.ts';
import { readChosenFile } from '#engine/vocabulary/chosen-file.ts';
import { effectKey, isDefinite } from '#engine/flow/refusal.ts';
import { stepChoices } from '#engine/flow/step-states.ts';
import manifest from '#schemas/monitor-import/flow.json';

export function stepsOf(): string[] {
  return ['file', 'review'];
}

type Report = ShownData['report'];

function reportOf({ shown }: FlowContext): Report {
  return shown.report ?? {};
}

/** Before the run has said it: what the check found. */
function progressOf(context: FlowContext): { done: number; total: number } {
  const { progress } = context.shown;
  const { written = 0, toWrite = 0 } = reportOf(context);
  return progress === undefined || progress.total === 0 ? { done: written, total: toWrite } : progress;
}

function fileOf({ answers }: FlowContext): Answers {
  return answers['file'] ?? {};
}

/** The file that was chosen, which goes before the one that is checked already. */
function chosenIn(context: FlowContext): string {
  return String(fileOf(context)['file'] ?? '');
}

function requestOf(context: FlowContext): Answers {
  const { file, importId, existing } = fileOf(context);
  return file === undefined ? { importId, existing } : { uploadId: context.shown.uploadId, existing };
}

/** The rows that a press asks for. */
const turns = ['refused', 'all', 'later', 'earlier'] as const;

/** Whether the press leads to rows that do not stand there already. */
function hasSuchRows(context: FlowContext, { type }: { type: string }): boolean {
  const { show, counts, total = 0, matching = 0, offset = 0, limit = 0 } = reportOf(context);
  const refused = counts?.refuse ?? 0;
  const mixed = refused > 0 && refused < total;
  switch (type) {
    case 'refused.requested':
      return mixed && show !== 'refused';
    case 'all.requested':
      return mixed && show === 'refused';
    case 'later.requested':
      return offset + limit < matching;
    default:
      return offset > 0;
  }
}

function pageAfter(context: FlowContext, event: { type: string }): Answers {
  const { show = 'all', offset = 0, limit = 0 } = reportOf(context);
  switch (event.type) {
    case 'refused.requested':
      return { show: 'refused', offset: 0 };
    case 'all.requested':
      return { show: 'all', offset: 0 };
    case 'later.requested':
      return { show, offset: offset + limit };
    case 'earlier.requested':
      return { show, offset: Math.max(0, offset - limit) };
    default:
      return { show, offset };
  }
}

function turning() {
  const turn = { guard: 'hasSuchRows', target: '#monitor-import.turning', actions: 'keepPage' } as const;
  return Object.fromEntries(turns.map((name) => [`${name}.requested`, turn])) as Record<
    `${(typeof turns)[number]}.requested`,
    typeof turn
  >;
}

/** Monitors come in from a file: chosen, checked row by row on the server, looked at, and written by the server while the page follows. */
export const monitorImportMachine = jobSetup(
  ['createUpload', 'checkMonitorImport', 'readMonitorImport', 'runMonitorImport'],
  { steps: stepsOf, needs: manifest.needs, refusedField: { file_needed: '/file' } },
)
  .extend({
    guards: {
      // The server has the file, of this check or of the one whose reply was lost.
      hasFile: ({ context: { shown, files }, event }) => {
        if (!submits(event, 'file')) return false;
        const { file } = submitted(event);
        return file === undefined || (shown.uploadId !== undefined && files?.['createUpload'] === file);
      },
      hasWork: ({ context }) => (reportOf(context).toWrite ?? 0) > 0,
      hasSuchRows: ({ context, event }) => hasSuchRows(context, event),
    },
    actions: {
      keepReport: assign(({ context, event }) => show(context, { report: replyIn<Report>(event) })),
      takeFile: assign(({ context }) => takeFile(context, 'createUpload', chosenIn(context))),
      sayFile: assign(({ context }) => ({
        words: { ...context.words, file: readChosenFile(chosenIn(context))?.name ?? '' },
      })),
      keepUpload: assign(({ context, event }) => {
        const { id: uploadId } = replyIn<{ id: string }>(event);
        return show(context, { uploadId });
      }),
      // Its rows are kept from here on, so that it need not be chosen again.
      forgetFile: assign(({ context, event }) => {
        const { existing } = fileOf(context);
        const { id: importId, fileName } = replyIn(event);
        const { uploadId: _, progress: __, runs: ___, ...shown } = context.shown;
        return { shown, files: {}, answers: { ...context.answers, file: { existing, fileName, importId } } };
      }),
      // Other rows come, or none.
      forgetRows: assign(({ context: { shown } }) => ({
        shown: shown.uploadId === undefined ? {} : { uploadId: shown.uploadId },
      })),
      // Nothing of a file that could not be checked can be reviewed. What was refused is not checked again.
      forgetReport: assign(({ context, event }) => {
        const { uploadId } = context.shown;
        return {
          passed: context.passed.filter((screen) => screen !== 'file'),
          shown: uploadId === undefined || isDefinite(event) ? {} : { uploadId },
        };
      }),
      keepPage: assign(({ context, event }) => ({
        refusal: undefined,
        ...show(context, { page: pageAfter(context, event) }),
      })),
      startOver: assign(({ context }) => ({
        answers: { file: { existing: fileOf(context)['existing'] } },
        passed: [],
        shown: {},
        // Another file is another run.
        runs: {},
        refusal: undefined,
      })),
      sayProgress: assign(({ context }) => {
        const { done, total } = progressOf(context);
        return {
          words: { ...context.words, written: done.toLocaleString('en'), toWrite: total.toLocaleString('en') },
        };
      }),
      // The rows are the run's from here on.
      keepResult: assign(({ context, event }) => {
        const counts = replyIn<NonNullable<Report['counts']>>(event);
        const { progress: _, page: __, ...shown } = context.shown;
        return { shown: { ...shown, report: { ...reportOf(context), counts, rows: [], matching: 0, offset: 0 } } };
      }),
    },
  })
  .createMachine({
    id: 'monitor-import',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'editing',
    states: {
      editing: {
        initial: 'file',
        on: stepChoices(['file', 'review']),
        states: {
          file: {
            meta: { screen: 'file' },
            on: {
              'step.changed': { guard: { type: 'changes', params: { screen: 'file' } }, actions: 'keepChange' },
              'step.submitted': [
                { guard: 'hasFile', target: '#monitor-import.checking', actions: ['keepAnswers', 'forgetRows'] },
                {
                  guard: { type: 'submits', params: { screen: 'file' } },
                  target: '#monitor-import.uploading',
                  actions: ['forgetReport', 'keepAnswers', 'takeFile', 'sayFile'],
                },
              ],
            },
          },
          review: {
            meta: { screen: 'review' },
            on: {
              ...turning(),
              'step.submitted': {
                guard: and(['hasWork', { type: 'submits', params: { screen: 'review' } }]),
                target: '#monitor-import.importing',
                actions: ['keepAnswers', 'sayProgress'],
              },
              back: 'file',
            },
          },
        },
      },
      uploading: uploadState('createUpload', {
        screen: 'uploading',
        request: (context) => {
          const file = chosenIn(context);
          const { name = '', size = 0 } = readChosenFile(file) ?? {};
          return {
            key: `${effectKey(context, 'createUpload')}-${shortHash(file)}`,
            body: { purpose: 'monitor-import', name, size },
            file,
          };
        },
        onDone: { target: 'checking', actions: ['keepUpload'] },
        onRefused: { target: 'editing.file', actions: ['forgetReport'] },
        onCancelled: { target: 'editing.file', actions: ['forgetReport'] },
      }),
      checking: {
        meta: { screen: 'checking', busy: true },
        invoke: {
          id: 'check',
          src: 'checkMonitorImport',
          input: ({ context }): EffectInput => ({
            key: effectKey(context, 'checkMonitorImport'),
            body: requestOf(context),
          }),
          onDone: { target: 'editing.review', actions: ['countAttempt', 'keepReport', 'forgetFile'] },
          onError: { target: 'editing.file', actions: ['keepRefusal', 'countAttempt', 'forgetReport'] },
        },
      },
      turning: {
        meta: { screen: 'review', busy: true },
        invoke: {
          id: 'read',
          src: 'readMonitorImport',
          input: ({ context }): EffectInput => ({
            params: { id: reportOf(context).id ?? 0 },
            query: context.shown.page ?? {},
          }),
          onDone: { target: 'editing.review', actions: 'keepReport' },
          onError: { target: 'editing.review', actions: 'keepRefusal' },
        },
      },
      importing: jobState('runMonitorImport', {
        screen: 'importing',
        request: (context) => ({
          key: effectKey(context, 'runMonitorImport'),
          params: { id: reportOf(context).id ?? 0 },
        }),
        onProgress: ['sayProgress'],
        onDone: { target: 'imported', actions: ['keepResult'] },
        onRefused: { target: 'interrupted', actions: ['sayReason'] },
      }),
      interrupted: {
        meta: { screen: 'interrupted' },
        on: {
          retried: { target: 'importing', actions: 'forgetRefusal' },
          'again.requested': { target: 'editing.file', actions: 'startOver' },
          closed: 'closed',
        },
      },
      imported: {
        meta: { screen: 'imported', over: true },
        on: { confirmed: 'finished', closed: 'finished' },
      },
      finished: {
        type: 'final',
        output: ({ context }): FlowOutput => ({ outcome: 'finished', reply: context.shown.report }),
      },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });

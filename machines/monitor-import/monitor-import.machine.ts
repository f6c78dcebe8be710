import { and, assign } from 'xstate';
import { beginning } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { Answers, EffectInput, FlowContext, FlowOutput, JobProgress } from '#engine/flow/flow.ts';
import { jobState } from '#engine/flow/job-state.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { formStep, stepChoices } from '#engine/flow/step-states.ts';
import manifest from '#schemas/monitor-import/flow.json';

export function stepsOf(): string[] {
  return ['file', 'review'];
}

/** What the server said of the import last. */
interface Report {
  id?: number;
  toWrite?: number;
  written?: number;
  counts?: { add: number; change: number; refuse: number };
  /** Rows of the file. */
  total?: number;
  show?: string;
  /** Of the rows that are shown: how many there are, the first on this page, and how many a page has. */
  matching?: number;
  offset?: number;
  limit?: number;
}

function reportOf({ shown }: FlowContext): Report {
  return (shown['report'] ?? {}) as Report;
}

/** Before the run has said it: what the check found. */
function progressOf(context: FlowContext): { done: number; total: number } {
  const progress = context.shown['progress'] as JobProgress | undefined;
  const { written = 0, toWrite = 0 } = reportOf(context);
  return progress === undefined || progress.total === 0 ? { done: written, total: toWrite } : progress;
}

function fileOf({ answers }: FlowContext): Answers {
  return answers['file'] ?? {};
}

/** A file that was chosen goes before the one that is checked already. */
function requestOf(context: FlowContext): Answers {
  const { content, fileName, importId, existing } = fileOf(context);
  return content === undefined ? { importId, existing } : { content, fileName, existing };
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
export const monitorImportMachine = stepSetup(['checkMonitorImport', 'readMonitorImport', 'runMonitorImport'], {
  steps: stepsOf,
  needs: manifest.needs,
})
  .extend({
    guards: {
      hasWork: ({ context }) => (reportOf(context).toWrite ?? 0) > 0,
      hasSuchRows: ({ context, event }) => hasSuchRows(context, event),
    },
    actions: {
      keepReport: assign(({ context, event }) => ({ shown: { ...context.shown, report: replyIn(event) } })),
      // The server has it from here on, so that it need not be chosen again.
      forgetContent: assign(({ context, event }) => {
        const { content: _, ...file } = fileOf(context);
        return { answers: { ...context.answers, file: { ...file, importId: replyIn(event)['id'] } } };
      }),
      // Nothing of a file that could not be checked can be reviewed.
      forgetReport: assign(({ context }) => ({
        passed: context.passed.filter((screen) => screen !== 'file'),
        shown: {},
      })),
      keepPage: assign(({ context, event }) => ({
        refusal: undefined,
        shown: { ...context.shown, page: pageAfter(context, event) },
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
        const counts = replyIn(event) as NonNullable<Report['counts']>;
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
          file: formStep('file', { next: '#monitor-import.checking' }),
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
      checking: {
        meta: { screen: 'checking', busy: true },
        invoke: {
          id: 'check',
          src: 'checkMonitorImport',
          input: ({ context }): EffectInput => ({
            key: effectKey(context, 'checkMonitorImport'),
            body: requestOf(context),
          }),
          onDone: { target: 'editing.review', actions: ['countAttempt', 'keepReport', 'forgetContent'] },
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
            query: (context.shown['page'] ?? {}) as Answers,
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
        output: ({ context }): FlowOutput => ({ outcome: 'finished', reply: context.shown['report'] }),
      },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });

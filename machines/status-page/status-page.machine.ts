import { assign } from 'xstate';
import { beginning } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { Answers, FlowContext, FlowOutput } from '#engine/flow/flow.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { endStates, onlyStep, readingStates, refusalsTo, sendingStates } from '#engine/flow/step-states.ts';
import manifest from '#schemas/status-page/flow.json';

export function stepsOf(): string[] {
  return ['details'];
}

/** What is sent of the answers: words of an address only where they are asked for. */
function statusPageOf({ answers }: FlowContext): Answers {
  const { title, addressType, slug, enabled, monitors } = answers['details'] ?? {};
  return {
    title,
    addressType,
    ...(addressType === 'CHOSEN' ? { slug } : {}),
    ...(enabled === undefined ? {} : { enabled }),
    monitors: rowsOf(monitors),
  };
}

function detailsOf({ title, addressType, slug, enabled, monitors }: Readonly<Answers>): Record<string, Answers> {
  // A made address is not to be mistaken for words that somebody chose.
  const words = addressType === 'CHOSEN' ? { slug } : {};
  return { details: { title, addressType, ...words, enabled, monitors: rowsOf(monitors) } };
}

function rowsOf(monitors: unknown): Answers[] {
  const rows = Array.isArray(monitors) ? (monitors as Answers[]) : [];
  return rows.map(({ monitorId, name }) => ({ monitorId, name }));
}

const refusals = refusalsTo([], 'details');

export const statusPageMachine = stepSetup(['readStatusPage', 'addStatusPage', 'saveStatusPage'], {
  steps: stepsOf,
  needs: manifest.needs,
  answersOf: detailsOf,
})
  .extend({
    actions: {
      nameIt: assign(({ context }) => ({
        words: { ...context.words, title: String(context.answers['details']?.['title'] ?? '') },
      })),
      keepReply: assign(({ context, event }) => ({
        shown: { ...context.shown, saved: replyIn(event)['statusPage'] },
      })),
    },
  })
  .createMachine({
    id: 'status-page',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'opening',
    states: {
      opening: { always: [{ guard: 'isEdit', target: 'loading' }, { target: 'editing' }] },
      ...readingStates('readStatusPage', {
        of: ({ subject = '' }) => subject,
        onDone: { target: 'editing', actions: ['takeStored', 'passStored'] },
      }),
      editing: {
        initial: 'details',
        on: { closed: 'closed' },
        states: { details: onlyStep('details', { machine: 'status-page' }) },
      },
      ...sendingStates(
        { add: 'addStatusPage', save: 'saveStatusPage' },
        { body: statusPageOf, onDone: { add: 'finished', save: 'finished' }, refusals },
      ),
      ...endStates,
    },
  });

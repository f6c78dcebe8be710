import { assign } from 'xstate';
import { beginning } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { Answers, FlowContext, FlowOutput } from '#engine/flow/flow.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import {
  endStates,
  onlyStep,
  outcome,
  readingStates,
  refusalsTo,
  sendingStates,
  readState,
} from '#engine/flow/step-states.ts';
import manifest from '#schemas/webhook/flow.json';

export function stepsOf(): string[] {
  return ['details'];
}

function webhookOf({ answers }: FlowContext): Answers {
  const { name, url, events, enabled } = answers['details'] ?? {};
  return { name, url, events, ...(enabled === undefined ? {} : { enabled }) };
}

const refusals = refusalsTo([], 'details');

export const webhookMachine = stepSetup(['readWebhook', 'addWebhook', 'saveWebhook'], {
  steps: stepsOf,
  needs: manifest.needs,
  answersOf: ({ name, url, events, enabled }) => ({ details: { name, url, events, enabled } }),
})
  .extend({
    actions: {
      nameIt: assign(({ context }) => ({
        words: { ...context.words, name: String(context.answers['details']?.['name'] ?? '') },
      })),
      keepReply: assign(({ context, event }) => {
        const { webhook, secret } = replyIn(event);
        return { shown: { ...context.shown, saved: webhook, ...(secret === undefined ? {} : { secret }) } };
      }),
    },
  })
  .createMachine({
    id: 'webhook',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'opening',
    states: {
      opening: { always: [{ guard: 'isEdit', target: 'loading' }, { target: 'editing' }] },
      ...readingStates('readWebhook', {
        of: ({ subject = '' }) => subject,
        onDone: { target: 'editing', actions: ['takeStored', 'passStored'] },
      }),
      editing: {
        initial: 'details',
        on: { closed: 'closed' },
        states: { details: onlyStep('details', { machine: 'webhook' }) },
      },
      ...sendingStates(
        { add: 'addWebhook', save: 'saveWebhook' },
        { body: webhookOf, onDone: { add: 'added', save: 'finished' }, refusals },
      ),
      added: outcome('added'),
      ...readState,
      ...endStates,
    },
  });

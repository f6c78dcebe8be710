import { assign } from 'xstate';
import { beginning } from '#engine/flow/answers.ts';
import { askedOf } from '#engine/flow/asked.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { Answers, FlowContext, FlowOutput } from '#engine/flow/flow.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';
import { endStates, onlyStep, outcome, readingStates, refusalsTo, sendingStates } from '#engine/flow/step-states.ts';
import manifest from '#schemas/notification-channel/flow.json';

export function stepsOf(): string[] {
  return ['details'];
}

/** What its type is sent by, without what was answered before another type was chosen. */
function channelOf({ answers }: FlowContext): Answers {
  const { recipients, url, ...told } = askedOf(answers['details'], manifest.needs.details);
  return { ...told, ...(told['channelType'] === 'EMAIL' ? { recipients } : { url }) };
}

const sending = sendingStates(
  { add: 'addNotificationChannel', save: 'saveNotificationChannel' },
  { body: channelOf, onDone: { add: 'added', save: 'saved' }, refusals: refusalsTo([], 'details') },
);

/** A notification channel: where conditions send their alerts to (F08-50). */
export const notificationChannelMachine = stepSetup(
  ['readNotificationChannel', 'addNotificationChannel', 'saveNotificationChannel'],
  { steps: stepsOf, needs: manifest.needs },
)
  .extend({
    guards: {
      // E-mail is signed by nobody, so there is nothing to be kept.
      hasSecret: ({ event }) => replyIn(event)['secret'] !== undefined,
    },
    actions: {
      takeStored: assign(({ event }) => ({ answers: { details: askedOf(replyIn(event), manifest.needs.details) } })),
      nameIt: assign(({ context }) => ({
        words: { ...context.words, name: String(context.answers['details']?.['name'] ?? '') },
      })),
      keepReply: assign(({ context, event }) => {
        const { channel, secret } = replyIn(event);
        return { shown: { ...context.shown, saved: channel, ...(secret === undefined ? {} : { secret }) } };
      }),
    },
  })
  .createMachine({
    id: 'notification-channel',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'opening',
    states: {
      opening: { always: [{ guard: 'isEdit', target: 'loading' }, { target: 'editing' }] },
      ...readingStates('readNotificationChannel', {
        of: ({ subject = '' }) => subject,
        onDone: { target: 'editing', actions: ['takeStored', 'passAll'] },
      }),
      editing: {
        initial: 'details',
        on: { closed: 'closed' },
        states: { details: onlyStep('details', { machine: 'notification-channel' }) },
      },
      ...sending,
      adding: {
        ...sending.adding,
        invoke: {
          ...sending.adding.invoke,
          onDone: [
            { guard: 'hasSecret', ...sending.adding.invoke.onDone },
            { ...sending.adding.invoke.onDone, target: 'saved' },
          ],
        },
      },
      added: outcome('added'),
      saved: outcome('saved'),
      ...endStates,
    },
  });

import { assign } from 'xstate';
import { beginning } from '#engine/flow/answers.ts';
import { askedOf } from '#engine/flow/asked.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { Answers, FlowContext, FlowOutput } from '#engine/flow/flow.ts';
import { editsOf } from '#engine/flow/edits.ts';
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
import manifest from '#schemas/notification-channel/flow.json';

export function stepsOf(): string[] {
  return ['details'];
}

/** What its type is sent by, without what was answered before another type was chosen. */
function channelOf({ answers }: FlowContext): Answers {
  const { channelType, name, enabled, recipients, url, ...more } = withoutFlags(answers);
  const { repeatMinutes = null, escalateMinutes = null, escalateChannelId = null, ...http } = more;
  const rules = { repeatMinutes, escalateMinutes, escalateChannelId };
  const told = { channelType, name, ...(enabled !== undefined && { enabled }), ...rules };
  if (channelType === 'EMAIL') return { ...told, recipients };
  return channelType === 'HTTP' ? { ...told, ...http } : { ...told, url };
}

/** `…Set` says that a secret is stored: it comes with the stored channel and is never sent. */
function withoutFlags(answers: FlowContext['answers']): Answers {
  const asked = askedOf(answers['details'], manifest.needs.details);
  return Object.fromEntries(Object.entries(asked).filter(([name]) => !flags.has(`/${name}`)));
}

const flags = new Set(manifest.needs.details.filter((pointer) => pointer.endsWith('Set')));
const notPreviewed = new Set([
  ...[...flags].map((pointer) => pointer.slice(1).replace(/Set$/, '')),
  'channelType',
  'name',
  'enabled',
  'repeatMinutes',
  'escalateMinutes',
  'escalateChannelId',
]);

/** What a preview is made of: the template, without who it is for and without secrets. */
function previewOf(context: FlowContext): Answers {
  return Object.fromEntries(Object.entries(channelOf(context)).filter(([field]) => !notPreviewed.has(field)));
}

const details = onlyStep('details', { machine: 'notification-channel' });

const sending = sendingStates(
  { add: 'addNotificationChannel', save: 'saveNotificationChannel' },
  { body: channelOf, onDone: { add: 'added', save: 'finished' }, refusals: refusalsTo([], 'details') },
);

/** A notification channel: where conditions send their alerts to (F08-50). */
export const notificationChannelMachine = stepSetup(
  ['readNotificationChannel', 'addNotificationChannel', 'saveNotificationChannel', 'previewNotificationChannel'],
  {
    steps: stepsOf,
    needs: manifest.needs,
    edits: editsOf((channel) => ({ details: askedOf(channel, manifest.needs.details) })),
  },
)
  .extend({
    guards: {
      // E-mail is signed by nobody, so there is nothing to be kept.
      isHttp: ({ context }) => context.answers['details']?.['channelType'] === 'HTTP',
      hasSecret: ({ event }) => replyIn(event)['secret'] !== undefined,
    },
    actions: {
      takePreview: assign(({ context, event }) => ({ shown: { ...context.shown, preview: replyIn(event) } })),
      forgetPreview: assign(({ context: { shown } }) => ({
        shown: Object.fromEntries(Object.entries(shown).filter(([key]) => key !== 'preview')),
      })),
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
        onDone: { target: 'editing', actions: ['takeStored', 'passStored'] },
      }),
      editing: {
        initial: 'details',
        on: { closed: 'closed' },
        states: {
          details: {
            ...details,
            on: {
              ...details.on,
              'step.changed': { ...details.on['step.changed'], actions: ['keepChange', 'forgetPreview'] },
              'preview.requested': {
                guard: 'isHttp',
                target: 'previewing',
                actions: ['forgetPreview', 'forgetRefusal'],
              },
            },
          },
          previewing: {
            meta: { screen: 'details', busy: true },
            invoke: {
              id: 'preview',
              src: 'previewNotificationChannel',
              input: ({ context }) => ({ body: previewOf(context) }),
              onDone: { target: 'details', actions: 'takePreview' },
              onError: { target: 'details', actions: 'keepRefusal' },
            },
          },
        },
      },
      ...sending,
      adding: {
        ...sending.adding,
        invoke: {
          ...sending.adding.invoke,
          onDone: [
            { guard: 'hasSecret', ...sending.adding.invoke.onDone },
            { ...sending.adding.invoke.onDone, target: 'finished' },
          ],
        },
      },
      // The secrets among the answers have done their work.
      added: { ...outcome('added'), entry: 'forgetAnswers' },
      ...readState,
      ...endStates,
    },
  });

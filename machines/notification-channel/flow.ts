import type { Static } from 'typebox';
import { assign } from 'xstate';
import type { notificationCalls } from '#api/contract/notifications.ts';
import { answersOf, forgetShown, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import { defineEntityFlow, entityConfig, entitySetup, type EntityFlow } from '#engine/flow/entity-flow.ts';
import type { ShownData } from '#engine/flow/flow.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { onlyStep } from '#engine/flow/step-states.ts';
import manifest from '#schemas/notification-channel/flow.json';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** What signs the deliveries: told once. */
    secret: string;
    preview: Static<typeof notificationCalls.previewNotificationChannel.reply>;
  }
}

const preview = 'previewNotificationChannel';
const options: EntityFlow = {
  id: 'notification-channel',
  manifest,
  calls: { read: 'readNotificationChannel', add: 'addNotificationChannel', save: 'saveNotificationChannel' },
  saved: 'channel',
  shownOnce: ['secret'],
  shows: { preview: 'transient' },
  words: { name: '/details/name' },
};

const { states, ...config } = entityConfig(options);
const details = onlyStep('details', { machine: options.id });

/** A notification channel: where conditions send their alerts to (F08-50). Its form can preview what is sent. */
const machine = entitySetup(options, [preview])
  .extend({
    guards: { isHttp: ({ context }) => answersOf(context, 'notification-channel/details').channelType === 'HTTP' },
    actions: {
      takePreview: assign(({ context, event }) => show(context, { preview: replyIn<ShownData['preview']>(event) })),
      forgetPreview: assign(({ context }) => forgetShown(context, 'preview')),
    },
  })
  .createMachine({
    ...config,
    states: {
      ...states,
      editing: {
        ...states.editing,
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
              src: preview,
              input: ({ context }) => ({ body: buildRequest(manifest, preview, context) }),
              onDone: { target: 'details', actions: 'takePreview' },
              onError: { target: 'details', actions: 'keepRefusal' },
            },
          },
        },
      },
      // The secrets among the answers have done their work.
      added: { ...states.added, entry: 'forgetAnswers' },
    },
  });

export default defineEntityFlow(options, machine, [preview]);

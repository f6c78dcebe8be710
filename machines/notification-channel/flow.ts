import { defineFlow } from '#engine/flow/flow.ts';
import { notificationChannelMachine, stepsOf } from './notification-channel.machine.ts';

export default defineFlow({
  id: 'notification-channel',
  machine: notificationChannelMachine,
  steps: stepsOf,
  effects: {
    readNotificationChannel: { errors: [] },
    addNotificationChannel: { errors: [] },
    saveNotificationChannel: { errors: ['conflict'] },
    previewNotificationChannel: { errors: [] },
  },
  transient: ['secret'],
});

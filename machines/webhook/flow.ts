import { defineFlow } from '#engine/flow/flow.ts';
import { stepsOf, webhookMachine } from './webhook.machine.ts';

export default defineFlow({
  id: 'webhook',
  machine: webhookMachine,
  steps: stepsOf,
  effects: { readWebhook: { errors: [] }, addWebhook: { errors: [] }, saveWebhook: { errors: ['conflict'] } },
  transient: ['secret'],
});

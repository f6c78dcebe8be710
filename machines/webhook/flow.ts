import { entityFlow } from '#engine/flow/entity-flow.ts';
import manifest from '#schemas/webhook/flow.json';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** What signs the deliveries: told once. */
    secret: string;
  }
}

export default entityFlow({
  id: 'webhook',
  manifest,
  calls: { read: 'readWebhook', add: 'addWebhook', save: 'saveWebhook' },
  saved: 'webhook',
  shownOnce: ['secret'],
  words: { name: '/details/name' },
});

import { entityFlow } from '#engine/flow/entity-flow.ts';
import manifest from '#schemas/webhook/flow.json';

export default entityFlow({
  id: 'webhook',
  manifest,
  calls: { read: 'readWebhook', add: 'addWebhook', save: 'saveWebhook' },
  saved: 'webhook',
  shownOnce: ['secret'],
  words: { name: '/details/name' },
});

import { entityFlow } from '#engine/flow/entity-flow.ts';
import manifest from '#schemas/status-page/flow.json';

export default entityFlow({
  id: 'status-page',
  manifest,
  calls: { read: 'readStatusPage', add: 'addStatusPage', save: 'saveStatusPage' },
  saved: 'statusPage',
  words: { title: '/details/title' },
});

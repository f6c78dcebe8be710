import { entityFlow } from '#engine/flow/entity-flow.ts';
import manifest from '#schemas/script/flow.json';

export default entityFlow({
  id: 'script',
  manifest,
  calls: { read: 'readScript', add: 'addScript', save: 'saveScript' },
  saved: 'script',
  words: { name: '/details/name' },
});

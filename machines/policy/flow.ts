import { entityFlow } from '#engine/flow/entity-flow.ts';
import manifest from '#schemas/policy/flow.json';

export default entityFlow({
  id: 'policy',
  manifest,
  calls: { read: 'readPolicy', add: 'addPolicy', save: 'savePolicy' },
  saved: 'policy',
  words: { name: '/details/name' },
});

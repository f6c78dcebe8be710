import { entityFlow } from '#engine/flow/entity-flow.ts';
import manifest from '#schemas/run-automation/flow.json';

/** An automation that runs an application which is on the devices already (F05-06). */
export default entityFlow({
  id: 'run-automation',
  manifest,
  calls: { read: 'readRunAutomation', add: 'addRunAutomation', save: 'saveRunAutomation' },
  saved: 'automation',
  words: { name: '/details/name' },
});

import { entityFlow } from '#engine/flow/entity-flow.ts';
import manifest from '#schemas/credential/flow.json';

export default entityFlow({
  id: 'credential',
  manifest,
  calls: { read: 'readCredential', add: 'addCredential', save: 'saveCredential' },
  saved: 'credential',
  // The specified toasts name nothing (F22-11, F22-12).
  words: {},
});

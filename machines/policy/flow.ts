import { entityFlow } from '#engine/flow/entity-flow.ts';
import manifest from '#schemas/policy/flow.json';

export default entityFlow({
  id: 'policy',
  manifest,
  calls: { read: 'readPolicy', add: 'addPolicy', save: 'savePolicy' },
  errors: { addPolicy: ['POLICY_NAME_ALREADY_IN_USE'], savePolicy: ['POLICY_NAME_ALREADY_IN_USE'] },
  refusedField: { POLICY_NAME_ALREADY_IN_USE: '/name' },
  saved: 'policy',
  words: { name: '/details/name' },
  // A copy takes over the role and the settings; its name is its own, and it replaces no default.
  copied: ({ details = {} }) => ({ details: { ...details, name: '', nodeClassDefault: false } }),
});

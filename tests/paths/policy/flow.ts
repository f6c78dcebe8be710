import { flowCase } from '../flow-case.ts';

export default flowCase({
  inputs: {
    NEW: { given: {} },
    EDIT: { mode: 'EDIT', subject: '7' },
    'NEW as a copy': { copyOf: '7', given: { copyOfId: 7 } },
  },
  refusedAt: { POLICY_NAME_ALREADY_IN_USE: '/name' },
  states: {
    loading: { heading: 'Loading the policy' },
    loadFailed: { heading: 'The policy could not be read', offers: ['Try again', 'Close'] },
    'editing.details': { heading: 'Policy', offers: ['Save'] },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this policy', offers: ['Back'] },
  },
});

import { flowCase } from '../flow-case.ts';

export default flowCase({
  inputs: { EDIT: { mode: 'EDIT', subject: '7' } },
  states: {
    loading: { heading: 'Loading the credential' },
    loadFailed: { heading: 'The credential could not be read', offers: ['Try again', 'Close'] },
    'editing.details': {
      heading: 'Credential',
      offers: ['Save'],
      clauses: ['F22-01', 'F22-06', 'F22-07', 'F22-13'],
    },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this credential', offers: ['Back'] },
  },
});

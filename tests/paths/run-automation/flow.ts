import { flowCase } from '../flow-case.ts';

export default flowCase({
  inputs: { EDIT: { mode: 'EDIT', subject: '7' } },
  states: {
    loading: { heading: 'Loading the automation' },
    loadFailed: { heading: 'The automation could not be read', offers: ['Try again', 'Close'] },
    'editing.details': { heading: 'Run application', offers: ['Save'], clauses: ['F05-06', 'F05-30'] },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this automation', offers: ['Back'] },
  },
});

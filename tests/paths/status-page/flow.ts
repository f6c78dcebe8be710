import { flowCase } from '../flow-case.ts';

export default flowCase({
  inputs: { EDIT: { mode: 'EDIT', subject: '7' } },
  states: {
    loading: { heading: 'Loading the status page' },
    loadFailed: { heading: 'The status page could not be read', offers: ['Try again', 'Close'] },
    'editing.details': { heading: 'Status page', says: ['Shows anyone with its address'], offers: ['Save'] },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this status page', offers: ['Back'] },
  },
});

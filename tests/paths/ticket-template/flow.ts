import { flowCase } from '../flow-case.ts';

export default flowCase({
  inputs: { EDIT: { mode: 'EDIT', subject: '7' } },
  states: {
    loading: { heading: 'Loading the ticket template' },
    loadFailed: { heading: 'The ticket template could not be read', offers: ['Try again', 'Close'] },
    'editing.details': { heading: 'Ticket template', offers: ['Save'] },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this ticket template', offers: ['Back'] },
  },
});

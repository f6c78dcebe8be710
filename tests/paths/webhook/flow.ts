import { flowCase } from '../flow-case.ts';

export default flowCase({
  inputs: { EDIT: { mode: 'EDIT', subject: '7' } },
  states: {
    loading: { heading: 'Loading the event subscription' },
    loadFailed: { heading: 'The event subscription could not be read', offers: ['Try again', 'Close'] },
    'editing.details': {
      heading: 'Event subscription',
      says: ['Sends a message to another program'],
      offers: ['Save'],
    },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this event subscription', offers: ['Back'] },
    added: { heading: 'Event subscription added', says: [' is added.'], offers: ['Close'] },
  },
});

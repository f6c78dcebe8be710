import { flowCase } from '../flow-case.ts';

export default flowCase({
  inputs: { EDIT: { mode: 'EDIT', subject: '7' } },
  states: {
    loading: { heading: 'Loading the network scan' },
    loadFailed: { heading: 'The network scan could not be read', offers: ['Try again', 'Close'] },
    'editing.details': {
      heading: 'Network scan',
      says: ['later runs report those that are new'],
      offers: ['Save'],
    },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this network scan', offers: ['Back'] },
  },
});

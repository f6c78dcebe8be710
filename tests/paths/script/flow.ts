import { flowCase } from '../flow-case.ts';

export default flowCase({
  inputs: { EDIT: { mode: 'EDIT', subject: '7' } },
  states: {
    loading: { heading: 'Loading the script' },
    loadFailed: { heading: 'The script could not be read', offers: ['Try again', 'Close'] },
    'editing.details': { heading: 'Script', offers: ['Save'], clauses: ['C12-10'] },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this script', offers: ['Back'] },
  },
});

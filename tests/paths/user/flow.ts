import { flowCase } from '../flow-case.ts';

const working = ['Person', 'Confirm'];

export default flowCase({
  inputs: { 'NEW as a copy': { copyOf: '3' } },
  refusedAt: { EMAIL_ALREADY_IN_USE: '/email', last_sysadmin: '/sysadmin' },
  states: {
    loading: { heading: 'Loading the technician' },
    loadFailed: { heading: 'The technician could not be read', offers: ['Try again', 'Close'] },
    'editing.person': { heading: 'Person', says: working, offers: ['Next'] },
    'editing.permissions': { heading: 'Permissions', says: working, offers: ['Next', 'Back'] },
    'editing.confirm': { heading: 'Confirm', says: ['Check what will be saved.'], offers: ['Save', 'Back'] },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this technician', offers: ['Back'] },
    added: { heading: 'Technician added', offers: ['Close'] },
  },
});

import { flowCase } from '../flow-case.ts';

const working = ['Details', 'Locations', 'Confirm'];

export default flowCase({
  refusedAt: {
    organization_name_in_use: '/name',
    location_name_in_use: '/locations',
    organization_has_devices: '/locations',
  },
  states: {
    loading: { heading: 'Loading the organization', says: ['Reading the organization as it is stored.'] },
    loadFailed: { heading: 'The organization could not be read', offers: ['Try again', 'Close'] },
    'editing.details': { heading: 'Details', says: working, offers: ['Next'] },
    'editing.locations': { heading: 'Locations', says: working, offers: ['Next', 'Back'] },
    'editing.confirm': { heading: 'Confirm', says: ['Check what will be saved.', 'Name'], offers: ['Save', 'Back'] },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this organization', offers: ['Back'] },
  },
});

import { entityFlow } from '#engine/flow/entity-flow.ts';
import manifest from '#schemas/organization/flow.json';

export default entityFlow({
  id: 'organization',
  manifest,
  calls: { read: 'readOrganization', add: 'addOrganization', save: 'saveOrganization' },
  errors: {
    addOrganization: ['organization_name_in_use', 'location_name_in_use'],
    saveOrganization: ['organization_name_in_use', 'location_name_in_use', 'organization_has_devices'],
  },
  refusedField: {
    organization_name_in_use: '/name',
    location_name_in_use: '/locations',
    organization_has_devices: '/locations',
  },
  saved: 'client',
  words: { name: '/details/name' },
});

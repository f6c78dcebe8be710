import { defineFlow } from '#engine/flow/flow.ts';
import { organizationMachine, stepsOf } from './organization.machine.ts';

export default defineFlow({
  id: 'organization',
  machine: organizationMachine,
  steps: stepsOf,
  effects: {
    readOrganization: { errors: [] },
    addOrganization: { errors: ['organization_name_in_use', 'location_name_in_use'] },
    saveOrganization: {
      errors: ['organization_name_in_use', 'location_name_in_use', 'organization_has_devices', 'conflict'],
    },
  },
});

import { IconBuilding, IconHeartRateMonitor, IconUserPlus, type Icon } from '@tabler/icons-react';
import type { Need } from '../session/session.ts';
import type { addPaths } from './add-paths.ts';

/** The entities that a flow with its own route adds, with the required permission. */
export const addEntries: readonly { id: keyof typeof addPaths; icon: Icon; need: Need }[] = [
  { id: 'organization', icon: IconBuilding, need: 'ORGANIZATION:Create' },
  { id: 'monitor', icon: IconHeartRateMonitor, need: 'NODE:Create' },
  { id: 'technician', icon: IconUserPlus, need: 'sysadmin' },
];

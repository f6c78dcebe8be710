import {
  IconAdjustments,
  IconBuilding,
  IconDevices,
  IconHistory,
  IconLayoutDashboard,
  IconUserCog,
  IconHeartRateMonitor,
  type Icon,
} from '@tabler/icons-react';
import type { Need } from '../session/session.ts';

/** A page of the left navigation and of the search. */
export interface Destination {
  id: 'dashboard' | 'organizations' | 'devices' | 'monitors' | 'settings' | 'technicians' | 'activities';
  path: string;
  /** Pages below it mark it in the navigation too. */
  below?: string;
  icon: Icon;
  need: Need;
  group: 'work' | 'administration';
}

export const destinations: readonly Destination[] = [
  { id: 'dashboard', path: '/systemDashboard/overview', icon: IconLayoutDashboard, need: 'session', group: 'work' },
  {
    id: 'organizations',
    path: '/administration/customers',
    below: '/customerDashboard',
    icon: IconBuilding,
    need: 'ORGANIZATION:View',
    group: 'work',
  },
  {
    id: 'devices',
    path: '/deviceSearch',
    below: '/deviceDashboard',
    icon: IconDevices,
    need: 'NODE:View',
    group: 'work',
  },
  {
    id: 'monitors',
    path: '/cloudMonitors',
    below: '/cloudMonitorDashboard',
    icon: IconHeartRateMonitor,
    need: 'NODE:View',
    group: 'work',
  },
  {
    id: 'settings',
    path: '/administration/general/settings',
    icon: IconAdjustments,
    need: 'sysadmin',
    group: 'administration',
  },
  {
    id: 'technicians',
    path: '/administration/users/technicians',
    icon: IconUserCog,
    need: 'sysadmin',
    group: 'administration',
  },
  {
    id: 'activities',
    path: '/administration/general/activities',
    icon: IconHistory,
    need: 'SYSTEM:Configuration.Activities.Access',
    group: 'administration',
  },
];

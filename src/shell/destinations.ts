import {
  IconBell,
  IconBuilding,
  IconDevices,
  IconLayoutDashboard,
  IconHeartRateMonitor,
  type Icon,
} from '@tabler/icons-react';
import type { Need } from '../session/session.ts';

/** A page of the left navigation and the search; the administration's pages have their own panel. */
export interface Destination {
  id: 'dashboard' | 'organizations' | 'devices' | 'monitors' | 'alerts';
  path: string;
  /** Pages below it also mark it as current. */
  below?: readonly string[];
  icon: Icon;
  need: Need;
}

export const destinations: readonly Destination[] = [
  { id: 'dashboard', path: '/systemDashboard/overview', icon: IconLayoutDashboard, need: 'session' },
  {
    id: 'organizations',
    path: '/administration/customers',
    below: ['/customerDashboard'],
    icon: IconBuilding,
    need: 'ORGANIZATION:View',
  },
  {
    id: 'devices',
    path: '/deviceSearch',
    below: ['/deviceDashboard', '/vmDashboard', '/activeDirectory', '/networkDiscovery'],
    icon: IconDevices,
    need: 'NODE:View',
  },
  {
    id: 'monitors',
    path: '/cloudMonitors',
    below: ['/cloudMonitorDashboard'],
    icon: IconHeartRateMonitor,
    need: 'NODE:View',
  },
  { id: 'alerts', path: '/alerts', icon: IconBell, need: 'NODE:View' },
];

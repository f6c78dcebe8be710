import {
  IconAdjustments,
  IconBellRinging,
  IconBuilding,
  IconCode,
  IconHistory,
  IconListDetails,
  IconKey,
  IconDeviceMobileMessage,
  IconMail,
  IconRoute,
  IconServer2,
  IconShieldSearch,
  IconSitemap,
  IconTicket,
  IconTrash,
  IconUserCog,
  IconWebhook,
  IconWorldShare,
  type Icon,
} from '@tabler/icons-react';
import type { Need } from '../session/session.ts';

/** A page of the administration (C02-02). `id` is the key of its label, `nav.<id>`. */
export interface AdministrationTab {
  id:
    | 'settings'
    | 'mail'
    | 'textMessages'
    | 'activities'
    | 'deletions'
    | 'servers'
    | 'technicians'
    | 'apiKeys'
    | 'notificationChannels'
    | 'eventSubscriptions'
    | 'statusPages'
    | 'ticketTemplates'
    | 'policies'
    | 'scripts'
    | 'underReview'
    | 'studio'
    | 'workbench'
    | 'organizations';
  path: string;
  /** Further paths that mark it as current (C02-05), in addition to the paths below its own. */
  aliases?: readonly string[];
  /** Paths below it that belong to other tabs (C02-06). */
  excluded?: readonly string[];
  icon: Icon;
  need: Need;
  beta?: true;
}

/** A group that expands to its tabs; `id` is the key of its label, `administration.<id>`. */
export interface AdministrationGroup {
  id: 'general' | 'accounts' | 'apps' | 'policies' | 'library' | 'customers';
  /** Paths below this one expand the group (C02-03). */
  base: string;
  tabs: readonly AdministrationTab[];
}

/** Whoever may delete something may restore it. */
export const mayDelete = ['ORGANIZATION:Delete', 'NODE:Delete', 'POLICY:Delete'] as const satisfies Need;

/** All groups of the administration, in display order (C02-07). */
const groups: readonly AdministrationGroup[] = [
  {
    id: 'general',
    base: '/administration/general',
    tabs: [
      { id: 'settings', path: '/administration/general/settings', icon: IconAdjustments, need: 'sysadmin' },
      { id: 'mail', path: '/administration/general/mail', icon: IconMail, need: 'sysadmin' },
      {
        id: 'textMessages',
        path: '/administration/general/textMessages',
        icon: IconDeviceMobileMessage,
        need: 'sysadmin',
      },
      {
        id: 'activities',
        path: '/administration/general/activities',
        icon: IconHistory,
        need: 'SYSTEM:Configuration.Activities.Access',
      },
      { id: 'servers', path: '/administration/general/servers', icon: IconServer2, need: 'sysadmin' },
      { id: 'deletions', path: '/administration/general/deleted', icon: IconTrash, need: mayDelete },
    ],
  },
  {
    id: 'accounts',
    base: '/administration/users',
    tabs: [{ id: 'technicians', path: '/administration/users/technicians', icon: IconUserCog, need: 'sysadmin' }],
  },
  {
    id: 'apps',
    base: '/administration/apps',
    tabs: [
      { id: 'apiKeys', path: '/administration/apps/api', icon: IconKey, need: 'sysadmin' },
      {
        id: 'notificationChannels',
        path: '/administration/apps/notificationChannels',
        icon: IconBellRinging,
        need: 'sysadmin',
      },
      { id: 'eventSubscriptions', path: '/administration/apps/events', icon: IconWebhook, need: 'sysadmin' },
      { id: 'statusPages', path: '/administration/apps/statusPages', icon: IconWorldShare, need: 'sysadmin' },
      { id: 'ticketTemplates', path: '/administration/apps/ticketTemplates', icon: IconTicket, need: 'sysadmin' },
    ],
  },
  {
    id: 'policies',
    base: '/administration/policies',
    tabs: [{ id: 'policies', path: '/administration/policies', icon: IconListDetails, need: 'POLICY:View' }],
  },
  {
    id: 'library',
    base: '/administration/library',
    tabs: [
      {
        id: 'scripts',
        path: '/administration/library/scripting/templateLibrary',
        // C02-31
        aliases: ['/administration/library/scripting/scripts'],
        icon: IconCode,
        need: 'SCRIPT_CATEGORY:View',
      },
      {
        id: 'underReview',
        path: '/administration/library/scripting/underReview',
        icon: IconShieldSearch,
        need: 'SCRIPT_CATEGORY:View',
      },
      { id: 'studio', path: '/studio', icon: IconSitemap, need: 'SYSTEM:Studio.Access' },
      { id: 'workbench', path: '/workbench', icon: IconRoute, need: 'SYSTEM:Workbench.Access' },
    ],
  },
  {
    id: 'customers',
    base: '/administration/customers/list',
    tabs: [
      { id: 'organizations', path: '/administration/customers/list', icon: IconBuilding, need: 'ORGANIZATION:View' },
    ],
  },
];

/** The groups and tabs that the user may use; omits groups without tabs (C02-40, C02-41). */
export function administrationFor(may: (need: Need) => boolean): AdministrationGroup[] {
  return groups
    .map((group) => ({ ...group, tabs: group.tabs.filter(({ need }) => may(need)) }))
    .filter(({ tabs }) => tabs.length > 0);
}

/** Whether the path belongs to the tab (C02-05, C02-06). */
export function isTabAt(
  { path: own, aliases = [], excluded = [] }: Omit<AdministrationTab, 'id' | 'icon' | 'need'>,
  path: string,
): boolean {
  if (excluded.some((other) => isBelow(path, other))) return false;
  return [own, ...aliases].some((each) => isBelow(path, each));
}

/** Whether the path expands the group automatically (C02-03). */
export function isGroupAt({ base, tabs }: AdministrationGroup, path: string): boolean {
  return isBelow(path, base) || tabs.some((tab) => isTabAt(tab, path));
}

/** Whether the path equals the other or is below it, ignoring a trailing slash. */
export function isBelow(path: string, other: string): boolean {
  return `${path.replace(/\/+$/, '')}/`.startsWith(`${other}/`);
}

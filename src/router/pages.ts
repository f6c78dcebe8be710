import type { ReactNode } from 'react';
import type { Need } from '../session/session.ts';

interface ConsolePage {
  path: string;
  need: Need;
  load: () => Promise<{ default: () => ReactNode }>;
  /** It fills the screen as a full-screen flow does, without the navigation. */
  alone?: true;
}

/** Every page of the console. */
export const pages: ConsolePage[] = [
  { path: '/systemDashboard/overview', need: 'session', load: () => import('../pages/dashboard/dashboard-page.tsx') },
  {
    path: '/administration/customers',
    need: 'ORGANIZATION:View',
    load: () => import('../pages/organizations/organizations-page.tsx'),
  },
  {
    path: '/administration/customers/list',
    need: 'ORGANIZATION:View',
    load: () => import('../pages/organizations/organizations-page.tsx'),
  },
  {
    path: '/customerDashboard/$id/overview',
    need: 'ORGANIZATION:View',
    load: () => import('../pages/organization/organization-page.tsx'),
  },
  {
    path: '/customerDashboard/$id/location/$locationId',
    need: 'ORGANIZATION:View',
    load: () => import('../pages/organization/organization-page.tsx'),
  },
  {
    path: '/customerDashboard/$id/network',
    need: 'NODE:View',
    load: () => import('../pages/network-map/network-page.tsx'),
  },
  { path: '/search', need: 'session', load: () => import('../pages/search/search-page.tsx') },
  { path: '/deviceSearch', need: 'NODE:View', load: () => import('../pages/devices/devices-page.tsx') },
  { path: '/deviceDashboard/$id/overview', need: 'NODE:View', load: () => import('../pages/devices/device-page.tsx') },
  { path: '/vmDashboard/$id/overview', need: 'NODE:View', load: () => import('../pages/devices/device-page.tsx') },
  { path: '/activeDirectory', need: 'NODE:Create', load: () => import('../pages/directory/directory-page.tsx') },
  {
    path: '/networkDiscovery',
    need: 'NODE:Create',
    load: () => import('../pages/network/discoveries-page.tsx'),
  },
  {
    path: '/networkDiscovery/$id',
    need: 'NODE:Create',
    load: () => import('../pages/network/discovery-page.tsx'),
  },
  { path: '/cloudMonitors', need: 'NODE:View', load: () => import('../pages/monitors/monitors-page.tsx') },
  { path: '/cloudMonitorDashboard/$id', need: 'NODE:View', load: () => import('../pages/monitor/monitor-page.tsx') },
  { path: '/alerts/$id', need: 'NODE:View', load: () => import('../pages/alert/alert-page.tsx') },
  { path: '/alerts', need: 'NODE:View', load: () => import('../pages/alerts/alerts-page.tsx') },
  { path: '/administration/apps/api', need: 'sysadmin', load: () => import('../pages/api-keys/api-keys-page.tsx') },
  {
    path: '/administration/apps/notificationChannels',
    need: 'sysadmin',
    load: () => import('../pages/notification-channels/notification-channels-page.tsx'),
  },
  {
    path: '/administration/apps/events',
    need: 'sysadmin',
    load: () => import('../pages/event-subscriptions/event-subscriptions-page.tsx'),
  },
  {
    path: '/administration/apps/statusPages',
    need: 'sysadmin',
    load: () => import('../pages/status/status-pages.tsx'),
  },
  { path: '/administration/policies', need: 'POLICY:View', load: () => import('../pages/policy/policy-page.tsx') },
  { path: '/editor/policy/$id', need: 'POLICY:View', load: () => import('../pages/policy/policy-editor.tsx') },
  {
    path: '/editor/policy/$id/$nodeClass',
    need: 'NODE:View',
    load: () => import('../pages/policy/device-override.tsx'),
  },
  {
    path: '/administration/apps/ticketTemplates',
    need: 'sysadmin',
    load: () => import('../pages/ticket-template/ticket-template-page.tsx'),
  },
  {
    path: '/administration/general/settings',
    need: 'sysadmin',
    load: () => import('../pages/settings/settings-page.tsx'),
  },
  { path: '/administration/general/mail', need: 'sysadmin', load: () => import('../pages/mail/mail-page.tsx') },
  {
    path: '/administration/general/textMessages',
    need: 'sysadmin',
    load: () => import('../pages/text-messages/text-messages-page.tsx'),
  },
  {
    path: '/administration/general/activities',
    need: 'SYSTEM:Configuration.Activities.Access',
    load: () => import('../pages/activities/activities-page.tsx'),
  },
  {
    path: '/administration/general/servers',
    need: 'sysadmin',
    load: () => import('../pages/servers/servers-page.tsx'),
  },
  {
    path: '/administration/general/deleted',
    need: ['ORGANIZATION:View', 'POLICY:Delete'],
    load: () => import('../pages/deletion/deletions-page.tsx'),
  },
  {
    path: '/administration/users/technicians',
    need: 'sysadmin',
    load: () => import('../pages/technicians/technicians-page.tsx'),
  },
  // Whoever may only run scripts sees them, too.
  {
    path: '/administration/library/scripting/templateLibrary',
    need: 'session',
    load: () => import('../pages/scripts/scripts-page.tsx'),
  },
  {
    path: '/administration/library/scripting/underReview',
    need: 'SCRIPT_CATEGORY:View',
    load: () => import('../pages/scripts/under-review-page.tsx'),
  },
  {
    path: '/administration/library/scripting/scripts',
    need: 'session',
    load: () => import('../pages/scripts/scripts-page.tsx'),
  },
  {
    path: '/administration/library/scripting/scripts/$id',
    need: 'SCRIPT_CATEGORY:View',
    load: () => import('../pages/scripts/script-page.tsx'),
  },
  {
    path: '/editor/script/import',
    need: 'SCRIPT_CATEGORY:Create',
    alone: true,
    load: () => import('../pages/scripts/import-script-page.tsx'),
  },
  { path: '/studio', need: 'SYSTEM:Studio.Access', load: () => import('../pages/studio/studio-page.tsx') },
  { path: '/studio/words', need: 'SYSTEM:Studio.Access', load: () => import('../pages/studio/words-page.tsx') },
  { path: '/studio/$flow', need: 'SYSTEM:Studio.Access', load: () => import('../pages/studio/studio-flow-page.tsx') },
  {
    path: '/studio/$flow/$screen',
    need: 'SYSTEM:Studio.Access',
    load: () => import('../pages/studio/screen-editor-page.tsx'),
  },
  { path: '/workbench', need: 'SYSTEM:Workbench.Access', load: () => import('../pages/workbench/workbench-page.tsx') },
  {
    path: '/workbench/$run',
    need: 'SYSTEM:Workbench.Access',
    load: () => import('../pages/workbench/path-run-page.tsx'),
  },
  {
    // What a run found in a flow, or `changes` or `sessions` of the flow.
    path: '/workbench/$run/$flow',
    need: 'SYSTEM:Workbench.Access',
    load: () => import('../pages/workbench/workbench-flow-page.tsx'),
  },
  { path: '/scriptRuns/$id', need: 'NODE:View', load: () => import('../pages/scripts/script-run-page.tsx') },
  { path: '/profile', need: 'session', load: () => import('../pages/profile/profile-page.tsx') },
];

/** Prefetches the code of the page at a path, before the router has loaded. */
export function fetchPage(path: string): void {
  const page = pages.find((each) => new RegExp(`^${each.path.replace(/\$\w+/g, '[^/]+')}$`).test(path));
  // Rendering the page retries a failed fetch and shows the failure.
  page?.load().catch(() => undefined);
}

import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type AnyRoute,
  type AnyRouter,
  type RouterHistory,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe, type Need } from '../session/session.ts';
import { Guarded, NotFound, PageFailed } from '../shell/page-boundary.tsx';
import { Shell } from '../shell/shell.tsx';
import { arriving } from './arriving.tsx';
import { flowRoutes } from './flow-paths.ts';

type PageModule = () => Promise<{ default: () => ReactNode }>;

/** Every page of the console. */
const pages: { path: string; need: Need; load: PageModule }[] = [
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
  { path: '/deviceSearch', need: 'NODE:View', load: () => import('../pages/devices/devices-page.tsx') },
  { path: '/deviceDashboard/$id/overview', need: 'NODE:View', load: () => import('../pages/devices/device-page.tsx') },
  { path: '/cloudMonitors', need: 'NODE:View', load: () => import('../pages/monitors/monitors-page.tsx') },
  { path: '/cloudMonitorDashboard/$id', need: 'NODE:View', load: () => import('../pages/monitor/monitor-page.tsx') },
  { path: '/alerts', need: 'NODE:View', load: () => import('../pages/alerts/alerts-page.tsx') },
  {
    path: '/administration/apps/notificationChannels',
    need: 'sysadmin',
    load: () => import('../pages/notification-channels/notification-channels-page.tsx'),
  },
  {
    path: '/administration/general/settings',
    need: 'sysadmin',
    load: () => import('../pages/settings/settings-page.tsx'),
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
    path: '/administration/users/technicians',
    need: 'sysadmin',
    load: () => import('../pages/technicians/technicians-page.tsx'),
  },
  { path: '/profile', need: 'session', load: () => import('../pages/profile/profile-page.tsx') },
];

const { component: Gallery } = arriving(async () => ({ default: (await import('../gallery/gallery.tsx')).Gallery }));

function GalleryPage(): ReactNode {
  return useMe().gallery ? <Gallery /> : <NotFound />;
}

/** A router over the hash of the address (`#/cloudMonitors`); nothing of it is loaded before somebody is signed in. */
export function consoleRouter(history: RouterHistory): AnyRouter {
  const root = createRootRoute({ component: Outlet });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
  const inShell: AnyRoute[] = pages.map(({ path, need, load }) => {
    const { component: Page, loader } = arriving(load);
    return createRoute({
      getParentRoute: () => shell,
      path,
      loader,
      component: () => (
        <Guarded need={need}>
          <Page />
        </Guarded>
      ),
    });
  });
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/systemDashboard/overview' });
    },
  });
  const lost = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });
  const gallery = createRoute({ getParentRoute: () => root, path: '/gallery', component: GalleryPage });
  const flows: AnyRoute[] = flowRoutes().map((flow) => {
    const opened = arriving(async () => {
      const { FlowPage } = await import('./flow-page.tsx');
      return { default: () => <FlowPage {...flow} /> };
    });
    return createRoute({ getParentRoute: () => root, path: flow.path, ...opened });
  });
  // No pending component: a page waits for its own code (`arriving`); the router would keep its own for half a second.
  return createRouter({
    routeTree: root.addChildren([shell.addChildren([...inShell, lost]), home, gallery, ...flows]),
    history,
    trailingSlash: 'preserve',
    defaultNotFoundComponent: NotFound,
    // What fails outside of the pages' own boundary; the router's words are for developers.
    defaultErrorComponent: ({ reset }) => <PageFailed onRetry={reset} />,
    defaultPreload: 'intent',
  }) as unknown as AnyRouter;
}

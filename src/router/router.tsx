import type { QueryClient } from '@tanstack/react-query';
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
import { readAhead } from '../data/use-call.ts';
import { currentMe, may, useMe } from '../session/session.ts';
import { Guarded, NotFound, PageFailed } from '../shell/page-boundary.tsx';
import { Shell } from '../shell/shell.tsx';
import { arriving } from './arriving.tsx';
import { flowRoutes } from './flow-paths.ts';
import { pages } from './pages.ts';

const { component: Gallery } = arriving(async () => ({ default: (await import('../gallery/gallery.tsx')).Gallery }));

function GalleryPage(): ReactNode {
  return useMe().gallery ? <Gallery /> : <NotFound />;
}

/** A router over the hash of the address (`#/cloudMonitors`); nothing of it is loaded before somebody is signed in. */
export function consoleRouter(history: RouterHistory, data: QueryClient): AnyRouter {
  const root = createRootRoute({ component: Outlet });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
  const inShell: AnyRoute[] = pages.map(({ path, need, load }) => {
    const { component: Page, loader } = arriving(load);
    return createRoute({
      getParentRoute: () => shell,
      path,
      loader: ({ location }) =>
        loader((reads) => {
          const me = currentMe();
          if (!reads || !me || !may(me, need)) return;
          for (const read of reads(location.search)) readAhead(data, read);
        }),
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
    return createRoute({
      getParentRoute: () => root,
      path: flow.path,
      component: opened.component,
      loader: () => opened.loader(),
    });
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

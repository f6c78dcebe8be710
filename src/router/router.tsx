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
import type { ComponentType, ReactNode } from 'react';
import { fetchedPart, type FetchedPart } from '#screens/fetched-part.tsx';
import { useMe } from '../session/session.ts';
import { Guarded, NotFound, PageFailed } from '../shell/page-boundary.tsx';
import { Shell } from '../shell/shell.tsx';
import { flowRoutes } from './flow-paths.ts';
import { PageWaiting } from './page-waiting.tsx';
import { pages } from './pages.ts';

/** What a route shows; its code is fetched when the person aims at a link to it. */
function arriving(load: () => Promise<ComponentType>): FetchedPart<object> {
  return fetchedPart(load, <PageWaiting />);
}

/** Ahead of time: what fails is told, and tried again, when it is drawn. */
function ahead(fetching: Promise<unknown>): void {
  fetching.catch(() => undefined);
}

const Gallery = arriving(async () => (await import('../gallery/gallery.tsx')).Gallery);

function GalleryPage(): ReactNode {
  return useMe().gallery ? <Gallery /> : <NotFound />;
}

/** A router over the hash of the address (`#/cloudMonitors`); nothing of it is loaded before somebody is signed in. */
export function consoleRouter(history: RouterHistory): AnyRouter {
  const root = createRootRoute({ component: Outlet });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
  const inShell: AnyRoute[] = pages.map(({ path, need, load }) => {
    const Page = arriving(async () => (await load()).default);
    return createRoute({
      getParentRoute: () => shell,
      path,
      loader: () => ahead(Page.fetch()),
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
    const Opened = arriving(async () => {
      const { FlowPage } = await import('./flow-page.tsx');
      return () => <FlowPage {...flow} />;
    });
    return createRoute({
      getParentRoute: () => root,
      path: flow.path,
      component: Opened,
      loader: () => ahead(Opened.fetch()),
    });
  });
  // No pending component: a page waits for its own code; the router would keep its own for half a second.
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

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

/** A route's component, lazy-loaded; hovering a link prefetches its code. */
function lazyPage(load: () => Promise<ComponentType>): FetchedPart<object> {
  return fetchedPart(load, <PageWaiting />);
}

/** Prefetches; rendering retries a failed fetch and shows the failure. */
function prefetch(fetching: Promise<unknown>): void {
  fetching.catch(() => undefined);
}

const Gallery = lazyPage(async () => {
  const [{ Gallery: Shown }, preview] = await Promise.all([
    import('../gallery/gallery.tsx'),
    import('../gallery/preview.ts'),
  ]);
  return () => <Shown preview={preview} />;
});

function GalleryPage(): ReactNode {
  return useMe().gallery ? <Gallery /> : <NotFound />;
}

/** A router over the URL's hash (`#/cloudMonitors`); it is loaded only after sign-in. */
export function consoleRouter(history: RouterHistory): AnyRouter {
  const root = createRootRoute({ component: Outlet });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
  const shown: { alone: boolean; route: AnyRoute }[] = pages.map(({ path, need, load, alone = false }) => {
    const Page = lazyPage(async () => (await load()).default);
    const route = createRoute({
      getParentRoute: () => (alone ? root : shell),
      path,
      loader: () => prefetch(Page.fetch()),
      component: () => (
        <Guarded need={need}>
          <Page />
        </Guarded>
      ),
    });
    return { alone, route };
  });
  const routesOf = (wanted: boolean) => shown.filter(({ alone }) => alone === wanted).map(({ route }) => route);
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
    const Opened = lazyPage(async () => {
      const { FlowPage } = await import('./flow-page.tsx');
      return () => <FlowPage {...flow} />;
    });
    return createRoute({
      getParentRoute: () => root,
      path: flow.path,
      component: Opened,
      loader: () => prefetch(Opened.fetch()),
    });
  });
  // No pending component: the page waits for its own code, and the router would show its own for half a second.
  return createRouter({
    routeTree: root.addChildren([
      shell.addChildren([...routesOf(false), lost]),
      ...routesOf(true),
      home,
      gallery,
      ...flows,
    ]),
    history,
    trailingSlash: 'preserve',
    defaultNotFoundComponent: NotFound,
    // Catches failures outside the pages' boundary; the router's default message is for developers.
    defaultErrorComponent: ({ reset }) => <PageFailed onRetry={reset} />,
    defaultPreload: 'intent',
  }) as unknown as AnyRouter;
}

// A request that is stopped on its way, so that a page can be left while an effect is under way.
import type { BrowserContext, Request, Route } from 'playwright-core';
import { allCalls } from '#api/all-calls.gen.ts';
import type { CallName } from '#api/contract/catalogue.ts';

/** `there`: the server never sees it. `back`: the server has done it and the reply is kept from the page. */
export type Held = 'there' | 'back';

export interface HeldRequest {
  /** Resolves once a request is held. */
  caught(): Promise<void>;
  /** The idempotency keys that came by, in order. */
  keys(): string[];
  /** Lets go what is held, and holds nothing from now on. */
  release(): Promise<void>;
}

const pathsOf = (name: CallName) =>
  new RegExp(`^/api${allCalls[name].path.replace(/:\w+/g, '[^/]+').replace(/\//g, '\\/')}$`);

const names = Object.keys(allCalls) as CallName[];
const parameters = (name: CallName) => allCalls[name].path.split(':').length;

/** As the server takes it: `/statuspage/monitor` is no `/statuspage/:id`. */
export function isCall(request: Pick<Request, 'method' | 'url'>, name: CallName): boolean {
  const { pathname } = new URL(request.url());
  const fits = (one: CallName) => allCalls[one].method === request.method() && pathsOf(one).test(pathname);
  return fits(name) && !names.some((other) => parameters(other) < parameters(name) && fits(other));
}

export async function holdCall(context: BrowserContext, name: CallName, where: Held): Promise<HeldRequest> {
  const held: (() => Promise<void>)[] = [];
  const keys: string[] = [];
  let holding = true;
  let tell: () => void = () => undefined;
  const caught = new Promise<void>((resolve) => (tell = resolve));
  const handler = async (route: Route) => {
    if (!isCall(route.request(), name)) return route.fallback();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (!holding) return route.continue();
    if (where === 'there') held.push(() => route.continue());
    else {
      const response = await route.fetch();
      // What came meanwhile to be let go is not held afterwards.
      if (!holding) return route.fulfill({ response });
      held.push(() => route.fulfill({ response }));
    }
    tell();
  };
  await context.route((url) => pathsOf(name).test(url.pathname), handler);
  return {
    caught: () => caught,
    keys: () => keys,
    async release() {
      holding = false;
      // A page that was left meanwhile waits for nothing any more.
      await Promise.all(held.splice(0).map((letGo) => letGo().catch(() => undefined)));
    },
  };
}

/** Refuses the call as the server would, until the answer is called. */
export async function refuseCall(
  context: BrowserContext,
  name: CallName,
  status: number,
  errorCode: string,
  errorMessage: string,
): Promise<() => void> {
  let refusing = true;
  await context.route(
    (url) => pathsOf(name).test(url.pathname),
    (route) =>
      refusing && isCall(route.request(), name)
        ? route.fulfill({ status, json: { resultCode: 'FAILURE', errorCode, errorMessage } })
        : route.fallback(),
  );
  return () => (refusing = false);
}

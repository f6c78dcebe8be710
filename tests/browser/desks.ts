// Browsers that are kept warm: a page that is loaded anew costs a third of one in a browser that was just made.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signInByCookie } from '../product/person.ts';
import type { Product } from '../product/product.ts';
import { newContext, nextAddress } from './browser.ts';

/** A browser of its own and its one page, for one person at a time. */
export interface Desk {
  context: BrowserContext;
  page: Page;
  /** Loads a hash route. */
  open(route: string): Promise<void>;
  /** Forgets who sat here, and may be taken again. The desk of a test that failed is not given back. */
  leave(): Promise<void>;
}

export interface Desks {
  /** A browser that knows nobody, as another person's or another machine's; with a session where `cookie` gives one. */
  take(cookie?: string): Promise<Desk>;
}

export function desksIn(browser: Browser, product: Product): Desks {
  const free: Desk[] = [];

  async function build(): Promise<Desk> {
    const context = await newContext(browser, product);
    const page = await context.newPage();
    const desk: Desk = {
      context,
      page,
      async open(route) {
        await page.goto(`${product.url}/#${route}`);
      },
      async leave() {
        // A page that is left may still write, so it is gone before what it kept is; and a request that is held for it is
        // gone before what holds it, which would let it through. A plain page of the same server leaves the browser's
        // process warm; `about:blank` does not.
        await page.goto(`${product.url}/healthz`);
        await context.unrouteAll({ behavior: 'ignoreErrors' });
        await page.evaluate(() => localStorage.clear());
        await context.clearCookies();
        free.push(desk);
      },
    };
    return desk;
  }

  return {
    async take(cookie) {
      const desk = free.pop() ?? (await build());
      await desk.context.setExtraHTTPHeaders({ 'x-forwarded-for': nextAddress() });
      if (cookie !== undefined) await signInByCookie(desk.context, product, cookie);
      return desk;
    },
  };
}

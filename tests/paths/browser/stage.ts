// The built product and a browser before it, for as many flows as are walked.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { FlowInput } from '#engine/flow/flow.ts';
import type { Path } from '#engine/paths/path.ts';
import { newContext, openBrowser } from '../../browser/browser.ts';
import { callByApi, setUpByApi, signInByCookie } from '../../product/person.ts';
import { startProduct, type Product } from '../../product/product.ts';
import type { LoadedFlow } from '../load.ts';
import type { Opening } from '../machine-tier.ts';
import { browserCase, type BrowserCase, type Prepared } from './browser-case.ts';
import { BrowserWalker, type Desk } from './browser-walker.ts';
import { EffectCalls } from './effect-calls.ts';
import { Keyboard, Mouse } from './hands.ts';

/** Flows without a file of their own are opened by the administrator, and nothing has to be there. */
const usual = browserCase({ opened: 'admin' });

export class Stage {
  private readonly browser: Browser;
  private readonly checked = new Map<string, Set<string>>();
  private readonly used = new Map<'set up' | 'unset', Promise<Server>>();

  private constructor(browser: Browser) {
    this.browser = browser;
  }

  static async begin(): Promise<Stage> {
    return new Stage(await openBrowser());
  }

  async end(): Promise<void> {
    await this.browser.close();
    const servers = await Promise.allSettled(this.used.values());
    await Promise.all(servers.map((one) => (one.status === 'fulfilled' ? one.value.product.dispose() : undefined)));
  }

  /** Opens the flow in the page as the path asks, with everything there that it needs. */
  async open(
    loaded: LoadedFlow,
    material: BrowserWalker['material'],
    { input, path }: Opening,
    how: { keyboard: boolean; picture: Desk['picture'] },
  ): Promise<BrowserWalker> {
    const { flow } = loaded;
    const known = await caseOf(flow.id);
    const server = await this.server(known.opened);
    const prepared = await this.prepare(server, known, path);
    const own = inputOf(input, prepared);
    const calls = new EffectCalls(Object.keys(flow.effects));
    const page = await this.page(server, known, calls);
    const checked = this.checked.get(flow.id) ?? new Set();
    this.checked.set(flow.id, checked);
    const hands = how.keyboard ? new Keyboard(page) : new Mouse(page);
    const url = `${server.product.url}/#${routeOf(loaded, own)}`;
    const desk: Desk = { page, calls, hands, prepared, url, checked, picture: how.picture };
    return new BrowserWalker(loaded, material, own, desk).open();
  }

  private async server(opened: BrowserCase['opened']): Promise<Server> {
    if (opened !== 'unset') return this.kept('set up', setUpServer);
    const server = await this.kept('unset', unsetServer);
    const open = await fetch(`${server.product.url}/api/setup`);
    if (open.ok) return server;
    // It was set up by the path before; that cannot be taken back.
    this.used.delete('unset');
    await server.context?.close();
    await server.product.dispose();
    return this.kept('unset', unsetServer);
  }

  private kept(kind: 'set up' | 'unset', start: () => Promise<Server>): Promise<Server> {
    const known = this.used.get(kind) ?? start();
    this.used.set(kind, known);
    return known;
  }

  private async prepare({ product, cookie }: Server, known: BrowserCase, path: Path): Promise<Prepared> {
    if (cookie !== undefined) {
      const drafts = (await callByApi(product, cookie, 'GET', '/draft')) as unknown as { id: string }[];
      for (const { id } of drafts) await callByApi(product, cookie, 'DELETE', `/draft/${id}`);
    }
    return (await known.prepare?.({ product, cookie: cookie ?? '', path })) ?? {};
  }

  private async page(server: Server, { opened }: BrowserCase, calls: EffectCalls): Promise<Page> {
    server.context ??= await newContext(this.browser, server.product);
    const { context, product, cookie } = server;
    await context.clearCookies();
    if (opened === 'admin' && cookie !== undefined) await signInByCookie(context, product, cookie);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.unrouteAll();
    await calls.watch(page);
    const driver = await context.newCDPSession(page);
    // Watching calls turns the cache off; people have one.
    await driver.send('Network.setCacheDisabled', { cacheDisabled: false });
    await driver.send('Storage.clearDataForOrigin', { origin: product.url, storageTypes: 'local_storage' });
    await driver.detach();
    return page;
  }
}

interface Server {
  product: Product;
  /** The first administrator's, where there is one. */
  cookie?: string;
  context?: BrowserContext;
}

async function setUpServer(): Promise<Server> {
  const product = await startProduct();
  return { product, cookie: (await setUpByApi(product)).cookie };
}

async function unsetServer(): Promise<Server> {
  return { product: await startProduct() };
}

async function caseOf(flow: string): Promise<BrowserCase> {
  const file = join(import.meta.dirname, '..', flow, 'browser.ts');
  if (!existsSync(file)) return usual;
  const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { default: BrowserCase };
  return module.default;
}

function inputOf(input: FlowInput, { subject, params }: Prepared): FlowInput {
  const carried = Object.entries(input.params ?? {}).map(([name, value]) => [name, params?.[name] ?? value] as const);
  return {
    ...input,
    ...(input.subject !== undefined && { subject: subject ?? input.subject }),
    ...(input.copyOf !== undefined && { copyOf: subject ?? input.copyOf }),
    ...(input.params !== undefined && { params: Object.fromEntries(carried) }),
  };
}

/** Throws for a flow that no address opens. */
function routeOf({ flow }: LoadedFlow, { mode, subject, copyOf, params }: FlowInput): string {
  const routes = flow.routes ?? {};
  const named = mode === 'EDIT' ? routes.edit : copyOf === undefined ? routes.add : routes.copy;
  const route = named?.replace('$id', subject ?? copyOf ?? '');
  if (route === undefined) throw new Error(`flow "${flow.id}" has no address of its own to be opened at`);
  const search = new URLSearchParams(params).toString();
  return search === '' ? route : `${route}?${search}`;
}

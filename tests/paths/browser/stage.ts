// The built product and a browser before it, for as many flows as are walked.
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Run } from '#api/contract/runs.ts';
import type { Effect, FlowInput } from '#engine/flow/flow.ts';
import { newContext, newTechnician, openBrowser } from '../../browser/browser.ts';
import { callByApi, setUpByApi, signInByCookie } from '../../product/person.ts';
import { startProduct, type Product } from '../../product/product.ts';
import { temporaryPostgres, type TemporaryPostgres } from '../../server/temporary-postgres.ts';
import type { LoadedFlow } from '../load.ts';
import type { Opening } from '../machine-tier.ts';
import { caseOf, type BrowserCase, type Prepared } from './browser-case.ts';
import { BrowserWalker } from './browser-walker.ts';
import type { Desk } from './desk.ts';
import { EffectCalls } from './effect-calls.ts';
import { Keyboard, Mouse } from './hands.ts';
import { cancelsRun, JobCalls, readsRun } from './job-calls.ts';
import { PathAgent } from './path-agent.ts';
import { calledHere } from './stage-words.ts';
import { callsOfUploads, UploadCalls } from './upload-calls.ts';

export class Stage {
  private readonly browser: Browser;
  private readonly checked = new Map<string, Set<string>>();
  /** Where nobody sits now. */
  private readonly free: Record<'set up' | 'unset', Seat[]> = { 'set up': [], unset: [] };
  private readonly products: Promise<Product>[] = [];
  /** For servers that nobody has set up: each takes a database of its own, and a cluster of its own would take seconds. */
  private postgres: Promise<TemporaryPostgres> | undefined;
  private console: Promise<{ product: Product; cookie: string }> | undefined;

  /** Documents of screens by `<flow>/<screen>`, which the server publishes before anybody opens a flow. */
  private readonly published: Readonly<Record<string, string>>;

  private constructor(browser: Browser, published: Stage['published']) {
    this.browser = browser;
    this.published = published;
  }

  static async begin(published: Stage['published'] = {}): Promise<Stage> {
    return new Stage(await openBrowser(), published);
  }

  async end(): Promise<void> {
    await PathAgent.stopAll();
    await this.browser.close();
    const started = await Promise.allSettled(this.products);
    await Promise.all(started.map((one) => (one.status === 'fulfilled' ? one.value.dispose() : undefined)));
    await (await this.postgres)?.dispose();
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
    const seat = await this.seat(known.opened);
    const cookie = await this.newPerson(known.opened);
    const prepared = (await known.prepare?.({ product: seat.product, cookie: cookie ?? '', path })) ?? {};
    await enter(seat, known.opened === 'admin' ? cookie : undefined);
    const { page, product, driver } = seat;
    const now = known.stopsClock === true ? await stopClock(page) : input.now;
    const own = inputOf({ ...input, now }, prepared);
    const has = (wanted: Effect['kind']) => Object.values(flow.effects).some(({ kind }) => kind === wanted);
    const more = [...(has('job') ? [cancelsRun] : []), ...(has('upload') ? callsOfUploads : [])];
    const calls = new EffectCalls([...Object.keys(flow.effects), ...more], driver, [readsRun]);
    const ofServer = (method: string, at: string) => callByApi(product, cookie ?? '', method, at);
    const jobs = new JobCalls(flow.effects, calls, prepared.jobs ?? {}, {
      readRun: async (id) => (await ofServer('GET', `/run/${id}`)) as unknown as Run,
      cancelRun: (id) => ofServer('POST', `/run/${id}/cancel`),
    });
    const uploads = new UploadCalls(flow.effects, calls, { removeUpload: (id) => ofServer('DELETE', `/upload/${id}`) });
    const checked = this.checked.get(flow.id) ?? new Set();
    this.checked.set(flow.id, checked);
    const hands = how.keyboard ? new Keyboard(page) : new Mouse(page);
    const url = `${product.url}/#${prepared.place?.route ?? routeOf(loaded, own)}`;
    const leave = async () => {
      // A clock that stood still is not set going again.
      if (known.stopsClock === true) return seat.context.close();
      // A plain page of the same server leaves the browser's process warm; `about:blank` does not.
      await page.goto(`${product.url}/healthz`);
      this.free[kindOf(known.opened)].push(seat);
    };
    const desk: Desk = { page, calls, jobs, uploads, hands, prepared, url, checked, picture: how.picture, leave };
    return new BrowserWalker(calledHere(loaded, prepared), material, own, desk).open();
  }

  /** One that is free, or one more. */
  private async seat(opened: BrowserCase['opened']): Promise<Seat> {
    const kind = kindOf(opened);
    for (let seat = this.free[kind].pop(); seat !== undefined; seat = this.free[kind].pop()) {
      if (kind === 'set up' || (await fetch(`${seat.product.url}/api/setup`)).ok) return seat;
      // It was set up by the path before; that cannot be taken back.
      await seat.context.close();
      await seat.product.dispose();
    }
    return this.placed(kind === 'set up' ? (await this.consoleSetUp()).product : await this.startedUnset());
  }

  private consoleSetUp(): Promise<{ product: Product; cookie: string }> {
    this.console ??= this.started().then(async (product) => {
      const { cookie } = await setUpByApi(product);
      for (const [screen, text] of Object.entries(this.published)) await publish(product, cookie, screen, text);
      return { product, cookie };
    });
    return this.console;
  }

  /**
   * The session of a technician of the path's own: drafts and sessions are a person's, and what the path before it sent last
   * may come to the server when this one has begun. On a server that nobody has set up there is nobody.
   */
  private async newPerson(opened: BrowserCase['opened']): Promise<string | undefined> {
    if (kindOf(opened) === 'unset') return undefined;
    const { product, cookie } = await this.consoleSetUp();
    return (await newTechnician(product, cookie)).cookie;
  }

  private async placed(product: Product): Promise<Seat> {
    const context = await newContext(this.browser, product);
    const page = await context.newPage();
    return { product, context, page, driver: await context.newCDPSession(page) };
  }

  private async startedUnset(): Promise<Product> {
    this.postgres ??= temporaryPostgres();
    return this.started({ DATABASE_URL: await (await this.postgres).createDatabase() });
  }

  private started(environment: Record<string, string> = {}): Promise<Product> {
    const product = startProduct(environment);
    this.products.push(product);
    return product;
  }
}

async function publish(product: Product, cookie: string, screen: string, text: string): Promise<void> {
  const at = `/studio/screens/${screen}`;
  await callByApi(product, cookie, 'PUT', `${at}/edit`, { text, base: 0 });
  const { resultCode } = await callByApi(product, cookie, 'POST', `${at}/version`, { note: '' });
  if (resultCode !== 'SUCCESS')
    throw new Error(`The published screen ${screen} no longer holds, so the walk does not begin`);
}

/** A browser of its own before a server, for one path at a time. */
interface Seat {
  product: Product;
  context: BrowserContext;
  page: Page;
  driver: CDPSession;
}

function kindOf(opened: BrowserCase['opened']): 'set up' | 'unset' {
  return opened === 'unset' ? 'unset' : 'set up';
}

/** The page as somebody comes to it who was never there, with a session where the flow is opened from the console. */
async function enter({ context, driver, product }: Seat, cookie: string | undefined): Promise<void> {
  await context.clearCookies();
  if (cookie !== undefined) await signInByCookie(context, product, cookie);
  await driver.send('Storage.clearDataForOrigin', { origin: product.url, storageTypes: 'local_storage' });
}

/** Answers with the time at which the page's clock stands from now on. */
async function stopClock(page: Page): Promise<string> {
  const now = new Date();
  await page.clock.setFixedTime(now);
  return now.toISOString();
}

function inputOf(
  input: FlowInput,
  { subject, params, opensWith, answers = (_screen, data) => data }: Prepared,
): FlowInput {
  const given = Object.entries(input.answers ?? {}).map(([screen, data]) => [screen, answers(screen, data)] as const);
  const carried = Object.entries(input.params ?? {}).map(([name, value]) => [name, params?.[name] ?? value] as const);
  return {
    ...input,
    ...(input.subject !== undefined && { subject: subject ?? input.subject }),
    ...(input.copyOf !== undefined && { copyOf: subject ?? input.copyOf }),
    ...(input.given !== undefined && { given: { ...input.given, ...opensWith } }),
    ...(input.params !== undefined && { params: Object.fromEntries(carried) }),
    ...(input.answers !== undefined && { answers: Object.fromEntries(given) }),
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

// "Done when" 2: every flow of the console is left and resumed in every one of its states, in every way it may be left.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRoutes } from '#api/calls.gen.ts';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { allFlows } from '../flows/all-flows.ts';
import { seenStates } from '../flows/standing.ts';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import {
  endSessions,
  newContext,
  newTechnician,
  openBrowser,
  openPage,
  signInAgain,
  type Technician,
} from './browser.ts';
import { consoleWalks, monitored, type Walk, type Way } from './console-walks.ts';
import { press, standsAt, stepOf, type Look } from './form.ts';
import { holdCall, refuseCall, type Held, type HeldRequest } from './held-request.ts';
import { draftsOf, expectAt, expectKept, expectSame, standingOf } from './standing.ts';

const flows = allFlows.filter(({ drafts }) => drafts === 'server');
const cases = flows.flatMap((flow) => seenStates(flow).map((state) => ({ flow: flow.id, state })));

let product: Product;
let browser: Browser;
let admin: string;
let things = 0;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = (await setUpByApi(product)).cookie;
  await callByApi(product, admin, 'POST', '/client', { name: monitored, locations: [{ name: 'Main office' }] });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

/** Somebody at a page that stands in a state. */
interface Stage {
  flow: string;
  state: string;
  walk: Walk;
  way: Way;
  technician: Technician;
  context: BrowserContext;
  page: Page;
  /** Of the thing that is added or edited. */
  name: string;
  route: string;
  held: HeldRequest | undefined;
  /** Lets the refused call through from now on. */
  relent: () => void;
  before: Look;
}

function wayTo(flow: string, state: string): { walk: Walk; way: Way } {
  const walk = consoleWalks[flow];
  const way = walk?.states[state];
  if (walk === undefined || way === undefined) throw new Error(`nobody says how ${flow} comes to ${state}`);
  return { walk, way };
}

/** Walks the real page to the state. */
async function reach(flow: string, state: string, where: Held): Promise<Stage> {
  const { walk, way } = wayTo(flow, state);
  things += 1;
  const name = `Thing ${things}`;
  const technician = await newTechnician(product, admin);
  const context = await newContext(browser, product, technician.cookie);
  const route = way.mode === 'EDIT' ? walk.edit(await walk.make(product, admin, name)) : walk.add;
  const held = way.holds && (await holdCall(context, way.holds, where));
  const relent =
    way.refuses === undefined
      ? () => undefined
      : await refuseCall(context, way.refuses, 500, 'internal', 'Something went wrong here. Try again.');
  const page = await openPage(context, product, route);
  if (way.to !== undefined) await walkTo(page, walk, way, name);
  if (way.press !== undefined) await press(page, way.press);
  await held?.caught();
  const before = await expectAt(page, flow, state);
  return { flow, state, walk, way, technician, context, page, name, route, held, relent, before };
}

async function walkTo(page: Page, walk: Walk, way: Way, name: string): Promise<void> {
  const title = (screen: string) => standingOf(walk.flow, `editing.${screen}`).heading;
  for (const { screen, fill } of walk.steps) {
    await standsAt(page, title(screen));
    await fill(page, name);
    if (screen === way.to) return;
    await press(page, 'Next');
  }
}

/** Whether somebody was asked anything by then, so that there is something to keep. */
const isAnswered = ({ way }: Stage) => way.to !== undefined;
const isOver = ({ flow, state }: Stage) => standingOf(flow, state).kind === 'message' && state !== 'loadFailed';

async function kept(stage: Stage): Promise<void> {
  const { flow, state, technician, name } = stage;
  if (isAnswered(stage) && !isOver(stage)) await expectKept(product, technician.cookie, flow, state, name);
}

/** What came of it after all: the job is done exactly once, or what was under way goes on. */
async function goesOn(stage: Stage, page: Page): Promise<void> {
  const { flow, state, walk, way, held } = stage;
  const { busy } = standingOf(flow, state);
  if (!busy) {
    if (state !== 'loadFailed') return;
    stage.relent();
    await press(page, 'Try again');
    await standsAt(page, standingOf(flow, `editing.${walk.steps[0]?.screen}`).heading);
    return;
  }
  await held?.release();
  await arrives(stage, page);
  if (way.holds !== undefined && callRoutes[way.holds].method !== 'GET' && state !== 'editing.testing') {
    expect(new Set(held?.keys()).size, 'idempotency keys of one and the same effect').toBe(1);
  }
}

/** The effect has ended: where that leads, and that it was done once. */
async function arrives({ flow, state, walk, way, name }: Stage, page: Page): Promise<void> {
  if (state === 'loading') return standsAt(page, standingOf(flow, `editing.${walk.steps[0]?.screen}`).heading);
  if (state === 'editing.testing') {
    await stepOf(page).getByText('The check failed').waitFor();
    return void (await expectAt(page, flow, 'editing.confirm'));
  }
  const added = way.mode === 'NEW' && Object.hasOwn(walk.states, 'added');
  await expectAt(page, flow, added ? 'added' : 'saved');
  expect(await walk.count(product, admin, name), `things called ${name}`).toBe(1);
}

describe('the table of ways', () => {
  it.each(flows)('says how every state of $id is reached, and none that is gone', (flow) => {
    expect(Object.keys(consoleWalks[flow.id]?.states ?? {}).sort()).toEqual(seenStates(flow).sort());
  });
});

describe('left by a reload', () => {
  it.each(cases)('$flow in $state goes on where it was', async ({ flow, state }) => {
    const stage = await reach(flow, state, 'back');
    const { page, context, technician, walk, name } = stage;
    // A page that is left in a hurry has what was typed until then; only an effect under way was acknowledged before.
    if (standingOf(flow, state).busy) await kept(stage);
    await page.reload();
    await expectSame(page, flow, state, stage.before);
    await goesOn(stage, page);
    if (isOver(stage)) {
      await expect.poll(() => draftsOf(product, technician.cookie, flow)).toEqual([]);
      expect(await walk.count(product, admin, name), `things called ${name}`).toBe(1);
    }
    await context.close();
  });
});

describe('left for a second browser', () => {
  it.each(cases)('$flow in $state goes on there', async ({ flow, state }) => {
    const stage = await reach(flow, state, 'back');
    const { technician, context, route, way, walk, name } = stage;
    await kept(stage);
    const there = await newContext(browser, product, technician.cookie);
    const held = way.holds && (await holdCall(there, way.holds, 'back'));
    if (way.refuses) await refuseCall(there, way.refuses, 500, 'internal', 'Something went wrong here. Try again.');
    const page = await openPage(there, product, route);
    if (isOver(stage)) {
      // The job is done: there is nothing to go on with, and nothing is done again.
      await standsAt(page, standingOf(flow, `editing.${walk.steps[0]?.screen}`).heading);
      await expect.poll(() => draftsOf(product, technician.cookie, flow)).toEqual([]);
      expect(await walk.count(product, admin, name), `things called ${name}`).toBe(1);
    } else {
      if (isAnswered(stage)) {
        await page.getByRole('heading', { level: 1, name: 'You have a draft' }).waitFor();
        await page.getByRole('button', { name: 'Resume' }).click();
      }
      await expectSame(page, flow, state, stage.before);
      if (held) {
        await held.caught();
        await goesOn({ ...stage, held }, page);
        // The first browser hears of its own request at last: it comes to the same end.
        await stage.held?.release();
        await arrives(stage, stage.page);
        if (callRoutes[way.holds ?? 'live'].method !== 'GET' && state !== 'editing.testing')
          expect(new Set([...held.keys(), ...(stage.held?.keys() ?? [])]).size, 'keys of both browsers').toBe(1);
      }
    }
    await Promise.all([context.close(), there.close()]);
  });
});

describe('left by a kill of the server', () => {
  describe.each(flows)('$id', ({ id: flow }) => {
    const stages = new Map<string, Stage>();
    const states = cases.filter((one) => one.flow === flow).map(({ state }) => state);
    it('stands in each of its states when the server is killed', async () => {
      for (const state of states) {
        const stage = await reach(flow, state, 'back');
        await kept(stage);
        stages.set(state, stage);
      }
      await product.end('SIGKILL');
      await product.start();
      expect([...stages.keys()]).toEqual(states);
    }, 240_000);

    it.each(states)('in %s goes on where it was', async (state) => {
      const stage = stages.get(state);
      if (stage === undefined) throw new Error(`${state} was not reached`);
      const { page, context, walk, name } = stage;
      // The open page stands as it was, and so does what is stored.
      await expectSame(page, flow, state, stage.before);
      await page.reload();
      await expectSame(page, flow, state, stage.before);
      await goesOn(stage, page);
      if (isOver(stage)) expect(await walk.count(product, admin, name), `things called ${name}`).toBe(1);
      await context.close();
    });
  });
});

describe('left by the end of the session', () => {
  it.each(cases)('$flow in $state goes on after signing in again in place', async ({ flow, state }) => {
    const stage = await reach(flow, state, 'there');
    const { page, context, technician, way, walk, name, before } = stage;
    const { kind, busy } = standingOf(flow, state);
    await endSessions(product, technician.cookie);
    if (busy) await stage.held?.release();
    else if (state === 'loadFailed') {
      stage.relent();
      await press(page, 'Try again');
    } else if (isOver(stage)) await press(page, flow === 'cloud-monitor' ? 'Open the dashboard' : 'Close');
    else await press(page, kind === 'form' ? 'Next' : 'Save');

    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await signInAgain(page, technician);

    if (busy) await arrives(stage, page);
    else if (state === 'loadFailed') await standsAt(page, standingOf(flow, `editing.${walk.steps[0]?.screen}`).heading);
    else if (isOver(stage)) {
      await page.getByRole('heading', { level: 1, name: flow === 'cloud-monitor' ? name : 'Dashboard' }).waitFor();
      expect(await walk.count(product, admin, name), `things called ${name}`).toBe(1);
    } else if (kind === 'form') {
      await press(page, 'Back');
      await expectSame(page, flow, state, before);
      const renewed = (await context.cookies()).find((cookie) => cookie.name === 'cairn_session');
      await expectKept(product, `cairn_session=${renewed?.value}`, flow, state, name);
    } else {
      const added = way.mode === 'NEW' && Object.hasOwn(walk.states, 'added');
      await expectAt(page, flow, added ? 'added' : 'saved');
      expect(await walk.count(product, admin, name), `things called ${name}`).toBe(1);
    }
    await context.close();
  });
});

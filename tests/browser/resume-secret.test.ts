// "Done when" 2 for the flows that ask secrets: what may be kept is there again, and secrets are asked again.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { allFlows } from '../flows/all-flows.ts';
import { seenStates } from '../flows/standing.ts';
import { setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { newContext, openBrowser, openPage } from './browser.ts';
import { headingOf, look, type Look } from './form.ts';
import { holdCall, type HeldRequest } from './held-request.ts';
import { seatFor, secretWalks, type Seat, type SecretWalk, type SecretWay } from './secret-walks.ts';
import { expectAt, expectSame, standingOf } from './standing.ts';

const cases = Object.entries(secretWalks).flatMap(([flow, { states }]) =>
  Object.keys(states).map((state) => ({ flow, state })),
);

let product: Product;
let browser: Browser;
let admin: string;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = (await setUpByApi(product)).cookie;
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

interface Stage extends Seat {
  flow: string;
  state: string;
  walk: SecretWalk;
  way: SecretWay;
  held: HeldRequest | undefined;
  before: Look;
}

async function open(page: Page, { opener }: SecretWalk): Promise<void> {
  if (opener !== undefined) await page.getByRole('main').getByRole('button', { name: opener }).click();
}

async function reach(flow: string, state: string): Promise<Stage> {
  const walk = secretWalks[flow];
  const way = walk?.states[state];
  if (walk === undefined || way === undefined) throw new Error(`nobody says how ${flow} comes to ${state}`);
  const given = await seatFor(product, admin, way, walk);
  const context = await newContext(browser, product, walk.signedIn ? given.technician.cookie : undefined);
  const held = way.holds && (await holdCall(context, way.holds, 'there'));
  const page = await openPage(context, product, given.route);
  await open(page, walk);
  const seat: Seat = { product, context, page, ...given };
  await way.walk(seat);
  await held?.caught();
  return { ...seat, flow, state, walk, way, held, before: await expectAt(page, flow, state) };
}

/** Where the page is after it was left: at the state that is promised, and no secret stands there. */
async function expectResumed(
  { flow, state, walk, before }: Stage,
  page: Page,
  promised: string | undefined,
  knows: boolean,
) {
  if (promised === undefined) {
    // The flow is over: its page offers the next thing, and nothing is open.
    await page.getByRole('main').getByRole('button', { name: 'Remove authenticator app' }).waitFor();
    expect(await headingOf(page).count()).toBe(0);
    return;
  }
  await open(page, walk);
  const seen = await expectAt(page, flow, promised);
  expect(seen.filledSecrets).toEqual([]);
  if (promised !== state && standingOf(flow, promised).screen !== standingOf(flow, state).screen) return;
  if (knows && promised === state) await expectSame(page, flow, promised, before);
  else if (knows) expect(seen.values).toEqual(before.values);
  else expect(Object.values(seen.values).filter((value) => value !== '')).toEqual([]);
}

describe('the table of ways', () => {
  it.each(allFlows.filter(({ drafts, id }) => drafts !== 'server' && id !== 'first-run'))(
    'says how every state of $id is reached, and none that is gone',
    (flow) => expect(Object.keys(secretWalks[flow.id]?.states ?? {}).sort()).toEqual(seenStates(flow).sort()),
  );
});

describe('left by a reload', () => {
  it.each(cases)('$flow in $state', async ({ flow, state }) => {
    const stage = await reach(flow, state);
    await stage.page.reload();
    await stage.held?.release();
    await expectResumed(stage, stage.page, stage.way.reload, true);
    await stage.context.close();
  });
});

describe('left for a second browser', () => {
  it.each(cases)('$flow in $state', async ({ flow, state }) => {
    const stage = await reach(flow, state);
    const { walk, way, technician, route } = stage;
    const there = await newContext(browser, product, walk.signedIn ? technician.cookie : undefined);
    await expectResumed(stage, await openPage(there, product, route), way.second, false);
    // The first browser is not disturbed by it.
    expect(await look(stage.page, standingOf(flow, state).secrets)).toEqual(stage.before);
    await Promise.all([stage.context.close(), there.close()]);
  });
});

describe('left by a kill of the server', () => {
  describe.each(Object.keys(secretWalks))('%s', (flow) => {
    const stages = new Map<string, Stage>();
    const states = Object.keys(secretWalks[flow]?.states ?? {});
    it('stands in each of its states when the server is killed', async () => {
      for (const state of states) stages.set(state, await reach(flow, state));
      await product.end('SIGKILL');
      await product.start();
      expect([...stages.keys()]).toEqual(states);
    }, 240_000);

    it.each(states)('in %s', async (state) => {
      const stage = stages.get(state);
      if (stage === undefined) throw new Error(`${state} was not reached`);
      // The open page stands as it was, what was typed included.
      expect(await look(stage.page, standingOf(flow, state).secrets)).toEqual(stage.before);
      await stage.page.reload();
      await stage.held?.release();
      await expectResumed(stage, stage.page, stage.way.reload, true);
      await stage.context.close();
    });
  });
});

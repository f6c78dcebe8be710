// "Done when" 2: every flow with a page of its own in the console is left and resumed. Run by its name, this file leaves one state of each kind in
// each way; `npm run test:full` leaves every state of every flow in every way.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { describeInFull } from '../depth.ts';
import { allFlows } from '../flows/all-flows.ts';
import { seenStates } from '../flows/standing.ts';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { endSessions, openBrowser, sessionOf, signInAgain } from './browser.ts';
import {
  arrives,
  atFirstStep,
  expectNoDraft,
  expectOneKey,
  goesOn,
  isAnswered,
  isOver,
  isSaved,
  isThereOnce,
  kept,
  obstruct,
  reach,
  type House,
  type Stage,
} from './console-stage.ts';
import { consoleWalks, monitored } from './console-walks.ts';
import { desksIn, type Desk } from './desks.ts';
import { fewAtATime } from './few-at-a-time.ts';
import { press } from './form.ts';
import type { HeldRequest } from './held-request.ts';
import { oneOfEachKind } from './one-of-each.ts';
import { expectKept, expectSame, standingOf, withoutSecrets } from './standing.ts';

const flows = allFlows.filter(({ presentation }) => presentation === 'full-screen');
const cases = flows
  .flatMap((flow) => seenStates(flow).map((state) => ({ flow: flow.id, state })))
  .filter(({ flow, state }) => consoleWalks[flow]?.states[state]?.elsewhere === undefined);

/** Nothing is under way there and nothing is over: one walk to it is left in one way after the other. */
function isCalm({ flow, state }: { flow: string; state: string }): boolean {
  return !standingOf(flow, state).busy && !isOver({ flow, state });
}

/** The states of a kind are left alike. */
const kindOf = ({ flow, state }: { flow: string; state: string }) => {
  const { kind, busy } = standingOf(flow, state);
  return `${kind} ${busy}`;
};

const passing = cases.filter((one) => !isCalm(one));

let product: Product;
let browser: Browser;
let house: House;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const { cookie: admin } = await setUpByApi(product);
  house = { product, desks: desksIn(browser, product), admin };
  await callByApi(product, admin, 'POST', '/client', { name: monitored, locations: [{ name: 'Main office' }] });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

describe('the table of ways', () => {
  it.each(flows)('says how every state of $id is reached, and none that is gone', (flow) => {
    expect(Object.keys(consoleWalks[flow.id]?.states ?? {}).sort()).toEqual(seenStates(flow).sort());
  });
});

// The kill below ends in a reload as well.
describeInFull('left by a reload', () => {
  it.each(passing)('$flow in $state goes on where it was', async ({ flow, state }) => {
    const stage = await reach(house, flow, state, 'back');
    const { page, desk } = stage;
    // A page that is left in a hurry has what was typed until then; only an effect under way was acknowledged before.
    if (standingOf(flow, state).busy) await kept(stage);
    await page.reload();
    await expectSame(page, flow, state, withoutSecrets(stage.before));
    await goesOn(stage, page);
    if (isOver(stage)) {
      await expectNoDraft(stage);
      await isThereOnce(stage);
    }
    await desk.leave();
  });
});

/** Takes it up in another browser, where it stands as it was left. */
async function takeUpElsewhere(stage: Stage): Promise<{ there: Desk; held: HeldRequest | undefined }> {
  const there = await house.desks.take(stage.technician.cookie);
  const { held } = await obstruct(there, stage.way, 'back');
  await there.open(stage.route);
  if (isAnswered(stage)) {
    await there.page.getByRole('heading', { level: 1, name: 'You have a draft' }).waitFor();
    await there.page.getByRole('button', { name: 'Resume' }).click();
  }
  await expectSame(there.page, stage.flow, stage.state, withoutSecrets(stage.before));
  return { there, held };
}

describe.concurrent('left for a second browser', () => {
  it.each(oneOfEachKind(passing.filter(isOver), kindOf))('$flow in $state is over there', async ({ flow, state }) => {
    const stage = await reach(house, flow, state, 'back');
    await kept(stage);
    const there = await house.desks.take(stage.technician.cookie);
    await there.open(stage.route);
    // The job is done: there is nothing to go on with, and nothing is done again.
    await atFirstStep(stage, there.page);
    await expectNoDraft(stage);
    await isThereOnce(stage);
    await Promise.all([stage.desk.leave(), there.leave()]);
  });

  it.each(
    oneOfEachKind(
      passing.filter((one) => !isOver(one)),
      kindOf,
    ),
  )('$flow in $state goes on there', async ({ flow, state }) => {
    const stage = await reach(house, flow, state, 'back');
    await kept(stage);
    const { there, held } = await takeUpElsewhere(stage);
    await held?.caught();
    await goesOn({ ...stage, held }, there.page);
    // The first browser hears of its own request at last: it comes to the same end.
    await stage.held?.release();
    await arrives(stage, stage.page);
    expectOneKey(stage, [...(held?.keys() ?? []), ...(stage.held?.keys() ?? [])]);
    await Promise.all([stage.desk.leave(), there.leave()]);
  });
});

/** Leaves for a second browser and comes back, and loads the page again: it stands as it was both times. */
async function leaveAndComeBack(stage: Stage): Promise<Stage> {
  const { flow, state, page } = stage;
  const { there } = await takeUpElsewhere(stage);
  await there.leave();
  await expectSame(page, flow, state, stage.before);
  await page.reload();
  const before = withoutSecrets(stage.before);
  await expectSame(page, flow, state, before);
  return { ...stage, before };
}

/** A flow whose only step saves. */
const isOneForm = (flow: string) => flows.some(({ id, stepper }) => id === flow && stepper?.length === 1);

/** What a person presses next in that state. */
function wayOn(stage: Stage): string {
  const { flow, state } = stage;
  if (state === 'loadFailed') return 'Try again';
  if (isOver(stage)) return 'Close';
  const { kind } = standingOf(flow, state);
  if (kind === 'conflict') return 'Merge and save';
  return kind === 'form' && !isOneForm(flow) ? 'Next' : 'Save';
}

describe.concurrent('left by the end of the session', () => {
  it.each(oneOfEachKind(cases, kindOf))(
    '$flow in $state goes on after signing in again in place',
    async ({ flow, state }) => {
      const stage = await reach(house, flow, state, 'there');
      const { page, desk, technician, name, before } = stage;
      const { kind, busy } = standingOf(flow, state);
      await endSessions(product, technician.cookie);
      if (busy) await stage.held?.release();
      if (state === 'loadFailed') stage.relent();
      // The page may learn of it by itself and ask at once: then this is pressed as soon as the person is back.
      const pressed = busy ? undefined : press(page, wayOn(stage));
      await signInAgain(page, technician);
      await pressed;

      if (busy) await arrives(stage, page);
      else if (state === 'loadFailed') await atFirstStep(stage, page);
      else if (isOver(stage)) {
        await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
        await isThereOnce(stage);
      } else if (kind === 'form' && !isOneForm(flow)) {
        await press(page, 'Back');
        await expectSame(page, flow, state, before);
        await expectKept(page, product, await sessionOf(desk.context), flow, state, name);
      } else await isSaved(stage, page);
      await desk.leave();
    },
  );
});

const killed = oneOfEachKind(cases, kindOf);

describe.each(flows.filter(({ id }) => killed.some(({ flow }) => flow === id)))(
  'left by a kill of the server, in calm states after a second browser and a reload, $id',
  ({ id: flow }) => {
    const left = killed.filter((one) => one.flow === flow);
    let stageIn: (one: (typeof cases)[number]) => Stage;
    beforeAll(async () => {
      stageIn = await fewAtATime(left, async ({ state }) => {
        const stage = await reach(house, flow, state, 'back');
        await kept(stage);
        return isCalm(stage) ? leaveAndComeBack(stage) : stage;
      });
      await product.end('SIGKILL');
      await product.start();
    }, 300_000);

    it.concurrent.each(left)('in $state goes on where it was', async (one) => {
      const stage = stageIn(one);
      const { page, desk } = stage;
      // The open page stands as it was, and so does what is stored.
      await expectSame(page, flow, one.state, stage.before);
      await page.reload();
      await expectSame(page, flow, one.state, withoutSecrets(stage.before));
      await goesOn(stage, page);
      if (isOver(stage)) await isThereOnce(stage);
      await desk.leave();
    });
  },
);

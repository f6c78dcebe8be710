// "Done when" 2 for the flows before sign-in and in a modal, which do not come back by their address alone: what may be
// kept is there again, and secrets are asked again. Run by its name, this file leaves one state of each kind in each way, since no flow has a part of its
// own in these; `npm run test:full` leaves every state in every way.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { describeInFull } from '../depth.ts';
import { allFlows } from '../flows/all-flows.ts';
import { seenStates } from '../flows/standing.ts';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { openBrowser, signInAgain } from './browser.ts';
import { desksIn, type Desk, type Desks } from './desks.ts';
import { oneOfEachKind } from './one-of-each.ts';
import { chunksOf, fewAtATime } from './few-at-a-time.ts';
import { obstruct } from './console-stage.ts';
import { monitored } from './console-walks.ts';
import { headingOf, look, type Look } from './form.ts';
import type { HeldRequest } from './held-request.ts';
import { modalWalks } from './modal-walks.ts';
import { ENDED, openSecretFlow, seatFor, type Seat, type SecretWalk, type SecretWay } from './seat.ts';
import { secretWalks } from './secret-walks.ts';
import { expectAcknowledged, expectAt, expectSame, standingOf, withoutSecrets } from './standing.ts';

const walks: Record<string, SecretWalk> = { ...secretWalks, ...modalWalks };
const cases = Object.entries(walks).flatMap(([flow, walk]) =>
  Object.entries(walk.states).map(([state, way]) => ({ flow, state, walk, way })),
);

/** Nothing is under way there, so that one walk to it is left in one way after the other. */
const isCalm = ({ holds }: SecretWay) => holds === undefined;

/** `first-run` has a file of its own; the flow of a row is kept with the draft of the flow around it; a deletion keeps no draft of what is typed to confirm it;
 * tests/browser/scripts.test.ts goes on with a run, reboot.test.ts with a reboot, backup-job.test.ts with a job and managed-folder.test.ts with a folder; the prompt keeps nothing, a security key needs an authenticator, which
 * tests/browser/security-keys.test.ts has, and text messages a gateway, which text-messages.test.ts has. */
const elsewhere = new Set([
  'first-run',
  'backup-job',
  'managed-folder',
  'cloud-monitor-condition',
  'deletion',
  'reboot',
  'run-script',
  'mfa',
  'security-key',
  'text-messages',
]);

/** States that wait for a security key or for a text message: tests/browser/security-keys.test.ts and text-messages.test.ts have those. */
const withKey: Readonly<Record<string, readonly string[]>> = {
  'sign-in': [
    'confirmingInstead',
    'confirmingText',
    'editing.other-way',
    'editing.security-key',
    'editing.text-message',
    'sendingCode',
    'touching',
  ],
};

let product: Product;
let browser: Browser;
let desks: Desks;
let admin: string;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  desks = desksIn(browser, product);
  admin = (await setUpByApi(product)).cookie;
  await callByApi(product, admin, 'POST', '/client', { name: monitored, locations: [{ name: 'Main office' }] });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

interface Stage {
  flow: string;
  state: string;
  walk: SecretWalk;
  way: SecretWay;
  seat: Seat;
  held: HeldRequest | undefined;
  /** Lets the refused call through from now on. */
  relent: () => void;
  before: Look;
}

async function reach(flow: string, state: string): Promise<Stage> {
  const walk = walks[flow];
  const way = walk?.states[state];
  if (walk === undefined || way === undefined) throw new Error(`nobody says how ${flow} comes to ${state}`);
  const given = await seatFor(product, admin, way, walk);
  const desk = await desks.take(walk.signedIn ? given.technician.cookie : undefined);
  const { held, relent } = await obstruct(desk, way, 'there');
  const seat: Seat = { product, desk, page: desk.page, ...given };
  await desk.open(given.route);
  await openSecretFlow(seat, walk, way);
  await way.walk(seat);
  await held?.caught();
  return { flow, state, walk, way, seat, held, relent, before: await expectAt(desk.page, flow, state) };
}

/** Where the page is after it was left: at the state that is promised, and no secret stands there. */
async function expectResumed(
  { flow, state, walk, way, seat, before }: Stage,
  { page }: Desk,
  promised: string | undefined,
  sameBrowser: boolean,
): Promise<void> {
  if (promised === undefined) {
    // The flow is over: its page offers the next thing, and nothing is open.
    await page
      .getByRole(walk.nextIn ?? 'main')
      .getByRole('button', { name: walk.next ?? '' })
      .first()
      .waitFor();
    expect(await headingOf(page).count()).toBe(0);
    return;
  }
  await openSecretFlow({ ...seat, page }, walk, way);
  // The page behind may have a button of that name.
  if (way.offered) await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  if (promised === ENDED) {
    await headingOf(page).first().waitFor({ state: 'detached' });
    return;
  }
  const seen = await expectAt(page, flow, promised);
  expect(seen.filledSecrets).toEqual([]);
  if (promised !== state && standingOf(flow, promised).screen !== standingOf(flow, state).screen) return;
  const keepsAnswers = allFlows.find(({ id }) => id === flow)?.drafts !== 'none';
  const knows = keepsAnswers && (sameBrowser || way.offered === true);
  if (knows && promised === state) await expectSame(page, flow, promised, withoutSecrets(before));
  else if (knows) expect(seen.values).toEqual(before.values);
  else expect(Object.values(seen.values).filter((value) => value !== '')).toEqual([]);
}

describe('the table of ways', () => {
  it.each(allFlows.filter((flow) => flow.presentation !== 'full-screen' && !elsewhere.has(flow.id)))(
    'says how every state of $id is reached, and none that is gone',
    (flow) =>
      expect([...Object.keys(walks[flow.id]?.states ?? {}), ...(withKey[flow.id] ?? [])].sort()).toEqual(
        seenStates(flow).sort(),
      ),
  );
});

// The kill below ends in a reload as well.
describeInFull('left by a reload', () => {
  it.each(cases.filter(({ state, way }) => !isCalm(way) || way.reload !== state))(
    '$flow in $state',
    async ({ flow, state }) => {
      const stage = await reach(flow, state);
      const { desk } = stage.seat;
      await desk.page.reload();
      await stage.held?.release();
      await expectResumed(stage, desk, stage.way.reload, true);
      await desk.leave();
    },
  );
});

async function expectTakenUpElsewhere(stage: Stage): Promise<void> {
  const { flow, state, walk, way, seat } = stage;
  // A quick machine opens the other browser before a pause in the typing is over.
  if (way.offered) await expectAcknowledged(seat.page);
  const there = await desks.take(walk.signedIn ? seat.technician.cookie : undefined);
  await there.open(seat.route);
  await expectResumed(stage, there, way.second, false);
  // The first browser is not disturbed by it.
  expect(await look(seat.page, standingOf(flow, state).secrets)).toEqual(stage.before);
  await there.leave();
}

describe.concurrent('left for a second browser', () => {
  it.each(
    oneOfEachKind(
      cases.filter(({ way }) => !isCalm(way)),
      ({ state, walk, way: { second, offered } }) =>
        `${walk.signedIn} ${offered} ${second === state ? 'there as well' : second === ENDED ? ENDED : typeof second}`,
    ),
  )('$flow in $state', async ({ flow, state }) => {
    const stage = await reach(flow, state);
    await expectTakenUpElsewhere(stage);
    await stage.seat.desk.leave();
  });
});

/** Leaves for a second browser and comes back; where the state is kept, loads the page again as well. */
async function leaveAndComeBack(stage: Stage): Promise<Stage> {
  const { flow, state, way, seat } = stage;
  await expectTakenUpElsewhere(stage);
  if (way.reload !== state) return stage;
  await seat.page.reload();
  await expectResumed(stage, seat.desk, way.reload, true);
  return { ...stage, before: await expectAt(seat.page, flow, state) };
}

describe.concurrent('left until the session, the half-way sign-in or the link has ended', () => {
  it.each(oneOfEachKind(cases, ({ walk, way }) => `${walk.watched} ${walk.signedIn} ${isCalm(way)} ${way.offered}`))(
    '$flow in $state says so and goes on',
    async ({ flow, state }) => {
      const stage = await reach(flow, state);
      const { walk, way, seat, held, before } = stage;
      await way.end(seat);
      await held?.release();
      stage.relent();
      if (walk.watched || (walk.signedIn && held)) await signInAgain(seat.page, seat.technician, seat.recoveryCodes[0]);
      // Behind the dialog everything stands as it was, secrets included.
      if (walk.watched && !held) expect(await look(seat.page, standingOf(flow, state).secrets)).toEqual(before);
      await way.after(seat);
      expect(await seat.page.getByRole('dialog', { name: 'Your session has ended' }).count()).toBe(0);
      await seat.desk.leave();
    },
  );
});

/** What a kill treats differently; of each kind the first state. */
const killed = oneOfEachKind(cases.toReversed(), ({ flow, state, walk, way: { offered } }) =>
  [standingOf(flow, state).busy, walk.signedIn, walk.watched, offered].join(' '),
);

/** Several states share one kill, which takes seconds; few enough that no held request times out before it (150 s in the client). */
const STATES_PER_KILL = 8;

describe.each(chunksOf(killed, STATES_PER_KILL).map((left) => [left[0]?.flow, left] as const))(
  'left by a kill of the server, in calm states after the others, from %s on',
  (_flow, left) => {
    let stageIn: (one: (typeof cases)[number]) => Stage;
    beforeAll(async () => {
      const requestsLast = left.toSorted((one, other) => Number(!isCalm(one.way)) - Number(!isCalm(other.way)));
      stageIn = await fewAtATime(requestsLast, async ({ flow, state }) => {
        const stage = await reach(flow, state);
        return isCalm(stage.way) ? leaveAndComeBack(stage) : stage;
      });
      await product.end('SIGKILL');
      await product.start();
    }, 300_000);

    it.concurrent.each(left)('$flow in $state', async (one) => {
      const stage = stageIn(one);
      const { desk } = stage.seat;
      // The open page stands as it was, what was typed included.
      expect(await look(desk.page, standingOf(one.flow, one.state).secrets)).toEqual(stage.before);
      await desk.page.reload();
      await stage.held?.release();
      await expectResumed(stage, desk, stage.way.reload, true);
      await desk.leave();
    });
  },
);

// "Done when" 2 for the flow that makes the first administrator. It is done once: what ends meanwhile is its door.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#api/contract/catalogue.ts';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { describeInFull, isFull } from '../depth.ts';
import { allFlows } from '../flows/all-flows.ts';
import { seenStates } from '../flows/standing.ts';
import { administrator } from '../product/person.ts';
import { setupToken, startProduct, type Product } from '../product/product.ts';
import { endSessions, openBrowser, sessionOf } from './browser.ts';
import { desksIn, type Desk, type Desks } from './desks.ts';
import { fewAtATime } from './few-at-a-time.ts';
import { press, standsAt, type, type Look } from './form.ts';
import { holdCall, refuseCall, type HeldRequest } from './held-request.ts';
import { oneOfEachKind } from './one-of-each.ts';
import { expectAt } from './standing.ts';

interface Row {
  state: string;
  token?: string;
  holds?: CallName;
  refuses?: CallName;
  walk?(page: Page): Promise<void>;
  /** Where a reload and a kill lead; the state itself unless said. */
  reload?: string;
  /** Where the link leads in another browser. */
  second: string;
  /** What the person does once somebody else was first. */
  after?(page: Page): Promise<void>;
}

async function fillAccount(page: Page): Promise<void> {
  await standsAt(page, 'Your account');
  for (const key of ['firstName', 'lastName', 'email', 'password'] as const)
    await type(page, `/${key}`, administrator[key]);
  await type(page, '/confirm', administrator.password);
}

async function fillDivision(page: Page): Promise<void> {
  await fillAccount(page);
  await toDivision(page);
}

async function toDivision(page: Page): Promise<void> {
  await press(page, 'Next');
  await standsAt(page, 'Your company');
  await type(page, '/divisionName', 'Cairn Works');
}

async function setUp(page: Page): Promise<void> {
  await fillDivision(page);
  await press(page, 'Set up');
}

const tryAgain = (page: Page) => press(page, 'Try again');

// The passwords are not kept, so what needs them leads back to the account.
const open: Row[] = [
  { state: 'checking', holds: 'readSetup', second: 'checking' },
  { state: 'checkFailed', refuses: 'readSetup', second: 'checkFailed', after: tryAgain },
  { state: 'linkIncomplete', token: '', second: 'linkIncomplete', after: (page) => press(page, 'Check again') },
  {
    state: 'editing.account',
    walk: fillAccount,
    second: 'editing.account',
    async after(page) {
      await toDivision(page);
      await press(page, 'Set up');
    },
  },
  {
    state: 'editing.division',
    walk: fillDivision,
    reload: 'editing.account',
    second: 'editing.account',
    after: (page) => press(page, 'Set up'),
  },
  {
    state: 'linkWrong',
    token: 'a-token-of-somebody-else',
    walk: setUp,
    // The password is gone with the page, so trying again could only fail: back to the step that asks for it.
    reload: 'editing.account',
    second: 'editing.account',
    after: tryAgain,
  },
  { state: 'creating', holds: 'setUp', walk: setUp, reload: 'editing.account', second: 'editing.account' },
];
const created: Row = { state: 'created', walk: setUp, second: 'alreadySetUp' };
const alreadySetUp: Row = { state: 'alreadySetUp', second: 'alreadySetUp' };

interface Stage {
  desk: Desk;
  held: HeldRequest | undefined;
  relent: () => void;
  before: Look;
}

let product: Product;
let browser: Browser;
let desks: Desks;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  desks = desksIn(browser, product);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

async function begin({ token = setupToken, holds, refuses }: Row): Promise<Omit<Stage, 'before'>> {
  const desk = await desks.take();
  const held = holds && (await holdCall(desk.context, holds, 'there'));
  const relent =
    refuses && (await refuseCall(desk.context, refuses, 500, 'internal', 'Something went wrong here. Try again.'));
  await desk.open(token === '' ? '/setup' : `/setup?token=${token}`);
  return { desk, held, relent: relent ?? (() => undefined) };
}

async function reach(row: Row): Promise<Stage> {
  const begun = await begin(row);
  await row.walk?.(begun.desk.page);
  await begun.held?.caught();
  return { ...begun, before: await expectAt(begun.desk.page, 'first-run', row.state) };
}

/** Where the page is once it is loaded again, and that no secret stands there. */
async function expectReloaded({ state, reload: promised = state }: Row, { desk, before }: Stage): Promise<void> {
  await desk.page.reload();
  const after = await expectAt(desk.page, 'first-run', promised);
  expect(after.filledSecrets).toEqual([]);
  if (promised === state) expect(after).toEqual({ ...before, filledSecrets: [] });
}

/** What the link shows to somebody else, who is told nothing of what was typed here. */
async function expectElsewhere(row: Row): Promise<void> {
  const { desk } = await begin(row);
  const anew = await expectAt(desk.page, 'first-run', row.second);
  expect(Object.values(anew.values).filter((value) => value !== '')).toEqual([]);
  await desk.leave();
}

async function restart(): Promise<void> {
  await product.end('SIGKILL');
  await product.start();
}

/** Somebody was first: that is said, and leads to where one signs in. */
async function expectToldSo({ desk }: Stage): Promise<void> {
  await expectAt(desk.page, 'first-run', 'alreadySetUp');
  await press(desk.page, 'Sign in');
  expect((await expectAt(desk.page, 'sign-in', 'editing.password')).filledSecrets).toEqual([]);
}

it('has each of its states in the table', () => {
  const flow = allFlows.find(({ id }) => id === 'first-run');
  expect([...open, created, alreadySetUp].map(({ state }) => state).sort()).toEqual(flow && seenStates(flow).sort());
});

// The kill below ends in a reload as well.
describeInFull('first-run, left by a reload', () => {
  it.each(open)('in $state', async (row) => {
    const stage = await reach(row);
    await expectReloaded(row, stage);
    await stage.desk.leave();
  });
});

describe.concurrent('first-run, left for a second browser', () => {
  it.each(open.filter(({ state, second }) => isFull || second !== state))('in $state', async (row) => {
    const stage = await reach(row);
    await expectElsewhere(row);
    expect(await expectAt(stage.desk.page, 'first-run', row.state)).toEqual(stage.before);
    await stage.desk.leave();
  });
});

describe('first-run, left by a kill of the server', () => {
  const left = oneOfEachKind(open, ({ holds, reload }) => `${typeof holds} ${typeof reload}`);
  let stageOf: (row: (typeof left)[number]) => Stage;
  beforeAll(async () => {
    stageOf = await fewAtATime(left, reach);
    await restart();
  }, 300_000);

  it.concurrent.each(left)('in $state', async (row) => {
    const stage = stageOf(row);
    await expectReloaded(row, stage);
    await stage.desk.leave();
  });
});

describe('first-run, left until somebody else was first', () => {
  let stageOf: (row: Row) => Stage;
  let first: Stage;
  beforeAll(async () => {
    stageOf = await fewAtATime(open, reach);
    first = await reach(created);
  }, 300_000);

  it.concurrent.each(open)('in $state says so', async (row) => {
    const stage = stageOf(row);
    stage.relent();
    await stage.held?.release();
    await row.after?.(stage.desk.page);
    await expectToldSo(stage);
    await stage.desk.leave();
  });

  // There is one page that stands in this state, so it is left in one way after the other.
  describe('whose page, in created,', () => {
    it('goes on by a reload', () => expectReloaded(created, first));
    it('is not there in a second browser', () => expectElsewhere(created));
    it('goes on by a kill of the server', async () => {
      await restart();
      await expectReloaded(created, first);
    });
    it('leads to the sign-in once the session has ended', async () => {
      const { page, context } = first.desk;
      await endSessions(product, await sessionOf(context));
      await press(page, 'Open the console');
      await expectAt(page, 'sign-in', 'editing.password');
      await type(page, '/email', administrator.email);
      await type(page, '/password', administrator.password);
      await press(page, 'Sign in');
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    });
  });

  describe('in alreadySetUp', () => {
    it('by a reload', async () => {
      const stage = await reach(alreadySetUp);
      await expectReloaded(alreadySetUp, stage);
      await expectToldSo(stage);
    });
    it('for a second browser', () => expectElsewhere(alreadySetUp));
    it('by a kill of the server', async () => {
      const stage = await reach(alreadySetUp);
      await restart();
      await expectReloaded(alreadySetUp, stage);
      await expectToldSo(stage);
    });
    it('until its door was long gone', async () => expectToldSo(await reach(alreadySetUp)));
  });
});

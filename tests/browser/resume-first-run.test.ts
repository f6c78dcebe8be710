// "Done when" 2 for the flow that makes the first administrator: it is done once, so its states are walked in this order.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#api/contract/catalogue.ts';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { allFlows } from '../flows/all-flows.ts';
import { seenStates } from '../flows/standing.ts';
import { administrator } from '../product/person.ts';
import { setupToken, startProduct, type Product } from '../product/product.ts';
import { newContext, openBrowser, openPage } from './browser.ts';
import { press, standsAt, type } from './form.ts';
import { holdCall, refuseCall } from './held-request.ts';
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
}

async function fillAccount(page: Page): Promise<void> {
  await standsAt(page, 'Your account');
  for (const key of ['firstName', 'lastName', 'email', 'password'] as const)
    await type(page, `/${key}`, administrator[key]);
  await type(page, '/confirm', administrator.password);
}

async function fillDivision(page: Page): Promise<void> {
  await fillAccount(page);
  await press(page, 'Next');
  await standsAt(page, 'Your company');
  await type(page, '/divisionName', 'Cairn Works');
}

async function setUp(page: Page): Promise<void> {
  await fillDivision(page);
  await press(page, 'Set up');
}

// The passwords are not kept, so what needs them leads back to the account.
const rows: Row[] = [
  { state: 'checking', holds: 'readSetup', second: 'checking' },
  { state: 'checkFailed', refuses: 'readSetup', second: 'checkFailed' },
  { state: 'linkIncomplete', token: '', second: 'linkIncomplete' },
  { state: 'editing.account', walk: fillAccount, second: 'editing.account' },
  { state: 'editing.division', walk: fillDivision, reload: 'editing.account', second: 'editing.account' },
  {
    state: 'linkWrong',
    token: 'a-token-of-somebody-else',
    walk: setUp,
    // The password is gone with the page, so trying again could only fail: back to the step that asks for it.
    reload: 'editing.account',
    second: 'editing.account',
  },
  { state: 'creating', holds: 'setUp', walk: setUp, reload: 'editing.account', second: 'editing.account' },
  { state: 'created', walk: setUp, second: 'alreadySetUp' },
  { state: 'alreadySetUp', second: 'alreadySetUp' },
];

let product: Product;
let browser: Browser;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

async function begin({ token = setupToken, holds, refuses }: Row) {
  const context = await newContext(browser, product);
  const held = holds && (await holdCall(context, holds, 'there'));
  if (refuses) await refuseCall(context, refuses, 500, 'internal', 'Something went wrong here. Try again.');
  const page = await openPage(context, product, token === '' ? '/setup' : `/setup?token=${token}`);
  return { context, page, held };
}

describe('the flow first-run', () => {
  it('has each of its states in the table', () => {
    const flow = allFlows.find(({ id }) => id === 'first-run');
    expect(rows.map(({ state }) => state).sort()).toEqual(flow && seenStates(flow).sort());
  });

  it.each(rows)('left in $state by a reload, for a second browser, and by a kill of the server', async (row) => {
    const { state, reload = state, second, walk } = row;
    const { context, page, held } = await begin(row);
    await walk?.(page);
    await held?.caught();
    const before = await expectAt(page, 'first-run', state);

    const there = await begin(row);
    const anew = await expectAt(there.page, 'first-run', second);
    expect(Object.values(anew.values).filter((value) => value !== '')).toEqual([]);
    await there.context.close();

    for (const leave of [
      () => Promise.resolve(),
      async () => {
        await product.end('SIGKILL');
        await product.start();
      },
    ]) {
      await leave();
      await page.reload();
      const after = await expectAt(page, 'first-run', reload);
      expect(after.filledSecrets).toEqual([]);
      if (reload === state) expect(after).toEqual({ ...before, filledSecrets: [] });
    }
    await context.close();
  });
});

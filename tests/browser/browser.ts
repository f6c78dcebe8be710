// A real browser on the built product, and persons who sit at it.
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { browserFlags, findBrowser } from '../../scripts/browser.mjs';
import { callByApi, signInByCookie } from '../product/person.ts';
import type { Product } from '../product/product.ts';

export async function openBrowser(): Promise<Browser> {
  const executablePath = await findBrowser({ install: false });
  if (executablePath === undefined) throw new Error('no browser was found; scripts/browser.mjs says where it looks');
  return chromium.launch({ executablePath, args: browserFlags });
}

let addresses = 0;

/** An address of its own for each visitor, since attempts to sign in are limited by address. */
function nextAddress(): string {
  addresses += 1;
  return `10.7.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}

/** A browser of its own, as another person's or another machine's; with a session where `cookie` gives one. */
export async function newContext(browser: Browser, product: Product, cookie?: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'x-forwarded-for': nextAddress() },
  });
  context.setDefaultTimeout(15_000);
  if (cookie !== undefined) await signInByCookie(context, product, cookie);
  return context;
}

/** Opens a hash route in a page of its own. */
export async function openPage(context: BrowserContext, product: Product, route: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${product.url}/#${route}`);
  return page;
}

export interface Technician {
  id: number;
  email: string;
  password: string;
  cookie: string;
}

let technicians = 0;

/** Adds a system administrator by the API and activates the account. Drafts, sessions and passwords are a person's own. */
export async function newTechnician(product: Product, cookie: string): Promise<Technician> {
  const { user, link } = await inviteTechnician(product, cookie);
  const password = 'correct horse battery';
  const answer = await fetch(`${product.url}/api/activation`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: product.url,
      'idempotency-key': crypto.randomUUID(),
      'x-forwarded-for': nextAddress(),
    },
    body: JSON.stringify({ token: tokenIn(link), password }),
  });
  if (!answer.ok) throw new Error(`the activation answered ${answer.status}: ${await answer.text()}`);
  return { ...user, password, cookie: sessionIn(answer) };
}

/** Adds a system administrator who is still to choose a password. */
export async function inviteTechnician(
  product: Product,
  cookie: string,
): Promise<{ user: { id: number; email: string }; link: string }> {
  technicians += 1;
  const email = `technician-${technicians}-${Date.now().toString(36)}@example.com`;
  const reply = await callByApi(product, cookie, 'POST', '/appuser', {
    firstName: 'Grace',
    lastName: `Hopper ${technicians}`,
    email,
    sysadmin: true,
  });
  const { id } = reply['appuser'] as { id: number };
  return { user: { id, email }, link: String(reply['activationLink']) };
}

export function tokenIn(link: string): string {
  const token = /[?&]token=([^&]+)/.exec(link)?.[1];
  if (token === undefined) throw new Error(`the link ${link} has no token`);
  return decodeURIComponent(token);
}

function sessionIn(answer: Response): string {
  const cookie = answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('cairn_session='))
    ?.split(';')[0];
  if (!cookie) throw new Error('no session cookie was set');
  return cookie;
}

/** Ends every session of whoever has this cookie, as from another browser. */
export async function endSessions(product: Product, cookie: string): Promise<void> {
  await callByApi(product, cookie, 'DELETE', '/session', { fromAllSessions: true });
}

/** In place, in the dialog that asks for it. */
export async function signInAgain(page: Page, { password }: { password: string }): Promise<void> {
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Email') });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

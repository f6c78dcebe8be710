// A real browser on the built product, and persons who sit at it.
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { browserFlags, findBrowser } from '../../scripts/browser.mjs';
import { callByApi, signInByCookie } from '../product/person.ts';
import type { Product } from '../product/product.ts';
import { watchBrowser, watchContext } from './what-pages-show.ts';

/** Milliseconds to wait for what should be there soon: long, since a machine that runs other tests may be slow. */
export const PATIENCE = 30_000;

export async function openBrowser(moreFlags: readonly string[] = []): Promise<Browser> {
  const executablePath = await findBrowser({ install: false, shell: true });
  if (executablePath === undefined) throw new Error('no browser was found; scripts/browser.mjs says where it looks');
  const browser = await chromium.launch({ executablePath, args: [...browserFlags, ...moreFlags] });
  watchBrowser(browser);
  return browser;
}

let addresses = 0;

/** An address of its own for each visitor, since attempts to sign in are limited by address. */
export function nextAddress(): string {
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
  context.setDefaultTimeout(PATIENCE);
  watchContext(context);
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
  return { ...user, password, cookie: await activateByApi(product, tokenIn(link), password) };
}

/** Uses an activation link; answers the session that begins with it. */
export async function activateByApi(product: Product, token: string, password: string): Promise<string> {
  const answer = await fetch(`${product.url}/api/activation`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: product.url,
      'idempotency-key': crypto.randomUUID(),
      'x-forwarded-for': nextAddress(),
    },
    body: JSON.stringify({ token, password }),
  });
  if (!answer.ok) throw new Error(`the activation answered ${answer.status}: ${await answer.text()}`);
  return sessionIn(answer);
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

/** The session that this browser has, as `name=value`. */
export async function sessionOf(context: BrowserContext): Promise<string> {
  const session = (await context.cookies()).find(({ name }) => name === 'cairn_session');
  if (session === undefined) throw new Error('this browser has no session');
  return `${session.name}=${session.value}`;
}

/** In place, in the dialog that asks for it; with a code where the account has a second factor. */
export async function signInAgain(page: Page, { password }: { password: string }, code?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  if (code !== undefined) {
    await dialog.getByLabel('Code').fill(code);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
  }
  await dialog.waitFor({ state: 'hidden' }).catch(async (error: unknown) => {
    throw new Error(`the dialog stays and says: ${await dialog.innerText()}`, { cause: error });
  });
}

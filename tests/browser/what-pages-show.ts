// What the pages of a failed test show, and what went wrong in them: its error names only what it waited for.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

const MOST_TROUBLES = 20;
const MOST_CHARACTERS = 2000;

const browsers = new Set<Browser>();
const troubles = new WeakMap<BrowserContext, string[]>();

export function watchBrowser(browser: Browser): void {
  browsers.add(browser);
  browser.once('disconnected', () => browsers.delete(browser));
}

/** Remembers failed requests, replies with an error and errors of the page. */
export function watchContext(context: BrowserContext): void {
  const own: string[] = [];
  troubles.set(context, own);
  const remember = (trouble: string): void => {
    own.push(`${new Date().toISOString()} ${trouble}`);
    if (own.length > MOST_TROUBLES) own.shift();
  };
  context.on('requestfailed', (request) =>
    remember(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  );
  context.on('response', (response) => {
    if (response.status() >= 400) remember(`${response.request().method()} ${response.url()}: ${response.status()}`);
  });
  context.on('weberror', (error) => remember(String(error.error())));
}

/** Of every open page: its address, its text and its troubles. */
export async function whatPagesShow(): Promise<string[]> {
  const contexts = [...browsers].flatMap((browser) => browser.contexts());
  return Promise.all(contexts.flatMap((context) => context.pages()).map(whatItShows));
}

async function whatItShows(page: Page): Promise<string> {
  const inFront = await textOf(page.getByRole('dialog').last());
  const wrong = troubles.get(page.context()) ?? [];
  return [`${page.url()} showed:`, await textOf(page.locator('body')), `In its dialog: ${inFront}`, ...wrong].join(
    '\n',
  );
}

async function textOf(part: Locator): Promise<string> {
  const text = await part.innerText({ timeout: 2000 }).catch(() => 'nothing');
  return text.slice(0, MOST_CHARACTERS);
}

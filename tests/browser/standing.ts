// What is known of the states of a flow without a page: which screen they show, and whether that waits.
import { expect, vi } from 'vitest';
import type { Page } from 'playwright-core';
import { screenIn, stateAt } from '#engine/flow/state-nodes.ts';
import { isStateMeta } from '#engine/flow/view.ts';
import { allFlows } from '../flows/all-flows.ts';
import { screensOf } from '../flows/rehearsal.ts';
import { callByApi } from '../product/person.ts';
import type { Product } from '../product/product.ts';
import { PATIENCE } from './browser.ts';
import { look, type Look } from './form.ts';

// Not `expect.poll`: it belongs to one test at a time, and these are asked by several at once.
const soon = { timeout: PATIENCE, interval: 50 };

export interface Standing {
  screen: string;
  heading: string;
  kind: string;
  busy: boolean;
  /** Pointers of the screen that are never kept. */
  secrets: readonly string[];
}

export function standingOf(flowId: string, state: string): Standing {
  const flow = allFlows.find(({ id }) => id === flowId);
  const node = flow && stateAt(flow.machine, state);
  const screen = node && screenIn(node);
  const meta: unknown = node?.meta;
  const busy = isStateMeta(meta) && meta.busy === true;
  const compiled = screen === undefined ? undefined : screensOf(flowId)[screen];
  if (node === undefined || compiled === undefined)
    throw new Error(`the flow ${flowId} has no state ${state} to be seen`);
  const { document, secrets } = compiled;
  return { screen: compiled.id, heading: document.title, kind: document.kind ?? 'form', busy, secrets };
}

/** Waits until the page shows this state; answers what is to be seen of it. */
export async function expectAt(page: Page, flowId: string, state: string): Promise<Look> {
  const { heading, busy, secrets } = standingOf(flowId, state);
  await vi.waitFor(async () => {
    const seen = await look(page, secrets);
    expect({ heading: seen.heading, busy: seen.busy }, `${flowId} shows ${state}`).toEqual({
      heading: expect.stringMatching(filled(heading)),
      busy,
    });
  }, soon);
  return settledLook(page, secrets);
}

/** Matches the headings that a title with placeholders can become: “Add {devices}?” becomes “Add 1 device?”. */
function filled(title: string): RegExp {
  const fixed = title.split(/\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^$()[\]\\|]/g, String.raw`\$&`));
  return new RegExp(`^${fixed.join('.+')}$`);
}

/** What is to be seen once two looks in a row are the same: choices may still be on their way. */
async function settledLook(page: Page, secrets: readonly string[]): Promise<Look> {
  let before = '';
  return vi.waitFor(
    async () => {
      const seen = await look(page, secrets);
      const text = JSON.stringify(seen);
      const same = text === before && !text.includes('Loading…');
      before = text;
      expect(same, 'the page settles').toBe(true);
      return seen;
    },
    { ...soon, interval: 100 },
  );
}

/** What is to be seen of it once the page was loaded again: secrets are asked anew. */
export function withoutSecrets(before: Look): Look {
  return { ...before, filledSecrets: [] };
}

/** Waits until the page looks just like this. */
export async function expectSame(page: Page, flowId: string, state: string, before: Look): Promise<void> {
  const { secrets } = standingOf(flowId, state);
  await vi.waitFor(async () => {
    const seen = await look(page, secrets);
    expect(seen, `${flowId} in ${state} as it was left`).toEqual(before);
  }, soon);
}

interface StoredDraft {
  id: string;
  flow: string;
  state: string;
  snapshot: unknown;
}

export async function draftsOf(product: Product, cookie: string, flow: string): Promise<StoredDraft[]> {
  return (await callByApi(product, cookie, 'GET', `/draft?flow=${flow}`)) as unknown as StoredDraft[];
}

/** Waits until the server has acknowledged all that was answered in the page. */
export async function expectAcknowledged(page: Page): Promise<void> {
  // Who goes to another browser hides this page, and what was typed last is told at once instead of at the next pause;
  // until then nothing shows that it is not kept.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await vi.waitFor(async () => {
    // What the server has not acknowledged yet stands in the browser's own storage.
    const stored = await page.evaluate(() => Object.keys(localStorage));
    expect(
      stored.filter((key) => key.startsWith('cairn.draft.')),
      'drafts that only the browser keeps',
    ).toEqual([]);
  }, soon);
}

/** Waits until all that was answered in the page is kept by the server, which has the flow in this state with this text. */
export async function expectKept(
  page: Page,
  product: Product,
  cookie: string,
  flow: string,
  state: string,
  text: string,
): Promise<void> {
  await expectAcknowledged(page);
  await vi.waitFor(async () => {
    const [line] = await draftsOf(product, cookie, flow);
    const draft = line && (await callByApi(product, cookie, 'GET', `/draft/${line.id}`));
    expect(draft?.['state'], `the server keeps ${flow} in ${state}`).toBe(state);
    expect(JSON.stringify(draft?.['snapshot']), `the draft of ${flow}`).toContain(text);
  }, soon);
}

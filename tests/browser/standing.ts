// What is known of the states of a flow without a page: which screen they show, and whether they wait for an effect.
import { expect } from 'vitest';
import type { Page } from 'playwright-core';
import { isBusy, screenIn, stateAt } from '#engine/flow/state-nodes.ts';
import { allFlows } from '../flows/all-flows.ts';
import { screensOf } from '../flows/rehearsal.ts';
import { callByApi } from '../product/person.ts';
import type { Product } from '../product/product.ts';
import { look, type Look } from './form.ts';

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
  const compiled = screen === undefined ? undefined : screensOf(flowId)[screen];
  if (node === undefined || compiled === undefined)
    throw new Error(`the flow ${flowId} has no state ${state} to be seen`);
  const { document, secrets } = compiled;
  return { screen: compiled.id, heading: document.title, kind: document.kind ?? 'form', busy: isBusy(node), secrets };
}

/** Waits until the page shows this state; answers what is to be seen of it. */
export async function expectAt(page: Page, flowId: string, state: string): Promise<Look> {
  const { heading, busy, secrets } = standingOf(flowId, state);
  await expect
    .poll(async () => pick(await look(page, secrets).catch(() => undefined)), {
      message: `${flowId} shows ${state}`,
      timeout: 15_000,
    })
    .toEqual({ heading, busy });
  return settledLook(page, secrets);
}

/** What is to be seen once two looks in a row are the same: choices may still be on their way. */
async function settledLook(page: Page, secrets: readonly string[]): Promise<Look> {
  let before = '';
  let seen = await look(page, secrets);
  await expect
    .poll(
      async () => {
        seen = await look(page, secrets);
        const text = JSON.stringify(seen);
        const same = text === before && !text.includes('Loading…');
        before = text;
        return same;
      },
      { message: 'the page settles', interval: 100, timeout: 15_000 },
    )
    .toBe(true);
  return seen;
}

const pick = (seen: Look | undefined) => seen && { heading: seen.heading, busy: seen.busy };

/** Waits until the page looks just as before, apart from the secrets that are asked again. */
export async function expectSame(page: Page, flowId: string, state: string, before: Look): Promise<void> {
  const { secrets } = standingOf(flowId, state);
  await expect
    .poll(() => look(page, secrets).catch(() => undefined), {
      message: `${flowId} in ${state} as it was left`,
      timeout: 15_000,
    })
    .toEqual({ ...before, filledSecrets: [] });
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

/** Waits until the server keeps the flow in this state, with what was typed. */
export async function expectKept(
  product: Product,
  cookie: string,
  flow: string,
  state: string,
  text: string,
): Promise<void> {
  await expect
    .poll(
      async () => {
        const [line] = await draftsOf(product, cookie, flow);
        if (line === undefined) return 'no draft';
        const draft = await callByApi(product, cookie, 'GET', `/draft/${line.id}`);
        return JSON.stringify(draft['snapshot']).includes(text)
          ? draft['state']
          : `${String(draft['state'])} without ${text}`;
      },
      { message: `the server keeps ${flow} in ${state}`, timeout: 15_000 },
    )
    .toBe(state);
}

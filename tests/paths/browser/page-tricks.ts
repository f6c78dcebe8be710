// What people do to a page that no path plans: pressing what waits, pressing twice, browser Back, a link into the middle, a second tab.
import { isDeepStrictEqual } from 'node:util';
import type { AnyMachineSnapshot } from 'xstate';
import type { Page } from 'playwright-core';
import { statePath, viewOf } from '#engine/flow/view.ts';
import { makeEvent, screenOfSnapshot } from '../generator/material.ts';
import { invokesOf, type Move } from '../generator/move.ts';
import { A_WHILE, type BrowserWalker } from './browser-walker.ts';
import { lookAtFields } from './form-look.ts';
import { lookAt } from './page-look.ts';
import { isHidden } from './page-path.ts';

/** How long choices and widgets that come late may take, in ms. */
const SETTLING = 3000;

/** What a trick is played on. */
interface Scene {
  walker: BrowserWalker;
  /** What a path does next there. */
  next: Move | undefined;
  /** Something that can be typed in a state, where it has a form. */
  typing(snapshot: AnyMachineSnapshot): Move | undefined;
}

/** Answers with what is wrong. */
type Trick = (scene: Scene) => Promise<string[]>;

export const tricks: Record<string, Trick> = {
  'what waits is pressed': async ({ walker }) => {
    const before = await walker.flowPage.look();
    for (const button of await walker.flowPage.root().locator('button').all()) {
      const waits = await button.evaluate(
        (element: HTMLButtonElement) => element.disabled || element.ariaDisabled === 'true',
      );
      if (waits) await button.click({ force: true }).catch(() => undefined);
    }
    await walker.desk.page.keyboard.press('Enter');
    return unchanged(walker, before?.state);
  },
  'browser Back and Forward': backAndForward,
  'browser Back and Forward while it works': backAndForward,
  'a second tab': async ({ walker }) => {
    const { page } = walker.desk;
    const before = await walker.flowPage.look();
    // What was answered is on its way to where drafts are kept.
    await a(A_WHILE);
    const other = await page.context().newPage();
    try {
      await other.goto(page.url());
      await other.waitForLoadState('networkidle');
      const there = await lookAt(other, walker.loaded.flow.id);
      const wrong = await unchanged(walker, before?.state);
      if (there !== undefined && !mayOpenIn(walker, there.state))
        wrong.push(`a second tab stands in ${there.state}, where this one is in ${before?.state}`);
      return wrong;
    } finally {
      await other.close();
    }
  },
  'submitted twice': async ({ walker, next }) => {
    const event = next && makeEvent(walker.material, walker.rig.snapshot(), next);
    if (next === undefined || event === undefined) return [];
    const wrong = await walker.takeTwice(next);
    await a(A_WHILE);
    for (const { effect } of invokesOf(walker.rig.snapshot())) {
      const count = walker.desk.calls.count(effect);
      if (count !== 1) wrong.push(`submitted twice, ${effect} was sent ${count} times`);
    }
    return wrong;
  },
  'a late reply': async ({ walker, next }) => {
    const { calls, page } = walker.desk;
    const under = invokesOf(walker.rig.snapshot()).map(({ effect }) => effect);
    const errors: string[] = [];
    const heard = (error: Error) => void errors.push(`the page broke: ${error.message}`);
    page.on('pageerror', heard);
    const { wrong } = next === undefined ? { wrong: [] } : await walker.take(next);
    const state = (await walker.flowPage.look())?.state;
    // What the next state waits for as well is not late.
    const snapshot = walker.rig.snapshot();
    const waited = new Set(snapshot.status === 'active' ? invokesOf(snapshot).map(({ effect }) => effect) : []);
    for (const effect of under) if (!waited.has(effect)) await calls.release(effect);
    await a(A_WHILE);
    page.off('pageerror', heard);
    return [...wrong, ...errors, ...(await unchanged(walker, state))];
  },
};

/** Whoever types, goes back and comes again finds what was typed: among the steps, and from outside the flow. */
async function backAndForward({ walker, typing }: Scene): Promise<string[]> {
  const { page } = walker.desk;
  const typed = typing(walker.rig.snapshot());
  const wrong = typed === undefined ? [] : (await walker.take(typed)).wrong;
  if (wrong.length > 0) return wrong;
  const state = walker.state();
  const left = await settledFields(walker);
  const before = await entryBefore(page);
  if (before === undefined) return [];
  if (isOfSameFlow(before, page.url())) {
    const step = stepOf(page.url()) ?? '';
    const wayBack = await leadTo(walker, 'back', stepOf(before) ?? '', step);
    if (wayBack.length > 0) return wayBack;
    wrong.push(...(await leadTo(walker, 'forward', step, stepOf(page.url()) ?? '')));
  } else {
    await walker.reload(async () => {
      await page.goBack();
      if ((await walker.flowPage.look()) !== undefined) throw new Error('Back out of the flow led nowhere');
      await page.goForward();
    });
  }
  return wrong.length > 0 || walker.state() !== state ? wrong : keeps(walker, left);
}

/** Goes one entry of the history on, which has the address of a step; where that leads nowhere, the address says `stays`. */
async function leadTo(walker: BrowserWalker, way: 'back' | 'forward', step: string, stays: string): Promise<string[]> {
  const { page } = walker.desk;
  await page.evaluate((to) => history[to](), way);
  const wrong = await walker.followed(step);
  const { flow, screens } = walker.loaded;
  const view = viewOf(flow, screens, walker.rig.snapshot());
  const stands = view.position > 0 ? view.screen : stays;
  const says = stepOf(page.url());
  return says === stands ? wrong : [...wrong, `${way}: the address says ${says}, and the page shows ${view.state}`];
}

/** By pointer. Secrets are not among them: they are kept nowhere. */
type Fields = Record<string, { kind: string; value: string; on: string[] }>;

const screenOf = ({ rig }: BrowserWalker) => screenOfSnapshot(rig.snapshot()) ?? '';

async function fieldsOn(walker: BrowserWalker): Promise<Fields> {
  const { secrets = [] } = walker.loaded.screens[screenOf(walker)] ?? {};
  const looks = Object.entries(await lookAtFields(walker.flowPage.root()));
  return Object.fromEntries(looks.filter(([pointer]) => !secrets.includes(pointer)));
}

/** Once what comes late is there: widgets are fetched when they are first shown, and choices are asked for. */
async function settledFields(walker: BrowserWalker): Promise<Fields> {
  const until = Date.now() + SETTLING;
  const { schema, ui } = walker.loaded.screens[screenOf(walker)]?.document ?? {};
  const always = Object.keys(schema?.properties ?? {}).filter((name) => !isHidden(ui, `/${name}`));
  let before: Fields | undefined;
  for (;;) {
    const seen = await fieldsOn(walker);
    const isThere =
      always.every((name) => seen[`/${name}`] !== undefined) &&
      Object.values(seen).every(({ kind }) => kind !== 'none');
    if ((isThere && isDeepStrictEqual(seen, before)) || Date.now() > until) return seen;
    before = seen;
    await a(50);
  }
}

async function keeps(walker: BrowserWalker, left: Fields): Promise<string[]> {
  const until = Date.now() + SETTLING;
  for (;;) {
    const seen = await fieldsOn(walker);
    const names = [...new Set([...Object.keys(left), ...Object.keys(seen)])];
    const changed = names.filter((name) => !isDeepStrictEqual(left[name], seen[name]));
    if (changed.length === 0) return [];
    if (Date.now() > until)
      return changed.map((name) => `Back and Forward changed ${name}: ${told(left[name])} became ${told(seen[name])}`);
    await a(50);
  }
}

const told = (field: Fields[string] | undefined) => JSON.stringify(field?.value);

async function unchanged(walker: BrowserWalker, state: string | undefined): Promise<string[]> {
  await a(A_WHILE);
  const now = await walker.flowPage.look();
  const wrong = now?.state === state ? [] : [`${state} became ${now?.state}`];
  const snapshot = walker.rig.snapshot();
  if (snapshot.status !== 'active') return wrong;
  for (const { effect } of invokesOf(snapshot)) {
    const count = walker.desk.calls.count(effect);
    if (count !== 1) wrong.push(`${effect} was sent ${count} times`);
  }
  return wrong;
}

/** A second tab stands where this one does, or before it: where the flow begins, or at a step whose secrets are asked again. */
function mayOpenIn({ loaded, rig, mode }: BrowserWalker, state: string): boolean {
  const snapshot = rig.snapshot();
  const here = statePath(snapshot.value);
  if (state === here) return true;
  const { steps, position } = viewOf(loaded.flow, loaded.screens, snapshot);
  const at = steps.findIndex(({ id }) => state.endsWith(`.${id}`));
  return at >= 0 ? position === 0 || at < position : mode === 'EDIT' || !state.startsWith('editing');
}

/** The address to which browser Back leads. */
function entryBefore(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const { navigation } = window as unknown as {
      navigation: { currentEntry: { index: number }; entries(): { url: string }[] };
    };
    return navigation.entries()[navigation.currentEntry.index - 1]?.url;
  });
}

function isOfSameFlow(one: string, other: string): boolean {
  const [first, second] = [routeIn(one), routeIn(other)];
  return (
    first.origin === second.origin &&
    first.pathname === second.pathname &&
    first.searchParams.get('draft') === second.searchParams.get('draft')
  );
}

function stepOf(url: string): string | undefined {
  return routeIn(url).searchParams.get('step') ?? undefined;
}

/** What stands after the `#`, as an address of its own. */
function routeIn(url: string): URL {
  return new URL(url.replace('/#', ''));
}

function a(while_: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, while_));
}

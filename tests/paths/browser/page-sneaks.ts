// What people do to a page that no path plans: pressing what waits, pressing twice, browser Back, a link into the middle, a second tab.
import type { Page } from 'playwright-core';
import { restingStates } from '#engine/flow/state-nodes.ts';
import { statePath, viewOf } from '#engine/flow/view.ts';
import { makeEvent } from '#engine/paths/material.ts';
import { invokesOf, type Move } from '#engine/paths/move.ts';
import type { Path } from '#engine/paths/path.ts';
import type { LoadedFlow } from '../load.ts';
import type { Opening } from '../machine-tier.ts';
import type { BrowserWalker } from './browser-walker.ts';
import { lookAt } from './page-look.ts';
import type { PagePath } from './page-path.ts';

export interface PageSneak {
  /** `sneak adding what waits is pressed`. */
  item: string;
  state: string;
  path: Path;
  /** Answers with what is wrong. */
  tryOut(open: (opening: Opening) => Promise<BrowserWalker>): Promise<string[]>;
}

/** How long something that must not happen is given to happen, in ms. */
const A_WHILE = 250;

type Trick = (walker: BrowserWalker, next: Move | undefined) => Promise<string[]>;

/** Every trick in every state that a path of the page comes by, each on the shortest way there. */
export function pageSneaks(loaded: LoadedFlow, paths: readonly PagePath[]): PageSneak[] {
  const shortest = new Map<string, { path: Path; next: Move | undefined }>();
  const told = (name: string, path: Path, next: Move | undefined) => {
    const known = shortest.get(name);
    if (known === undefined || known.path.steps.length > path.steps.length) shortest.set(name, { path, next });
  };
  const busy = busyStates(loaded);
  for (const { path, showsAt } of paths) {
    const first = showsAt[0]?.find((item) => item.startsWith('state '))?.slice('state '.length) ?? '';
    for (const [at, state] of [first, ...path.steps.map((step) => step.state)].entries()) {
      const way = { ...path, steps: path.steps.slice(0, at) };
      const next = path.steps[at];
      if (busy.has(state)) {
        told(`${state} what waits is pressed`, way, undefined);
        told(`${state} browser Back while it works`, way, undefined);
      } else if (shown(loaded).has(state)) {
        told(`${state} browser Back and Forward`, way, undefined);
        told(`${state} a second tab`, way, undefined);
      }
      if (next === undefined || next.state === state) continue;
      if (next.move.kind === 'submit' && busy.has(next.state)) told(`${state} submitted twice`, way, next.move);
      if (next.move.kind === 'event' && busy.has(state)) told(`${state} a late reply`, way, next.move);
    }
  }
  return [...shortest].map(([name, { path, next }]) => ({
    item: `sneak ${name}`,
    state: name.split(' ')[0] ?? '',
    path,
    async tryOut(open) {
      const { input } = { input: loaded.material.inputs[path.input] };
      if (input === undefined) return [`the flow is not opened as "${path.input}"`];
      const walker = await open({ input, path: next === undefined ? path : { ...path, steps: [...path.steps] } });
      try {
        for (const { move } of path.steps) {
          const { wrong } = await walker.take(move);
          if (wrong.length > 0) return wrong;
        }
        const trick = tricks[name.slice(name.indexOf(' ') + 1)];
        return (await trick?.(walker, next)) ?? [];
      } finally {
        await walker.end();
      }
    },
  }));
}

const tricks: Record<string, Trick> = {
  'what waits is pressed': async (walker) => {
    const before = await walker.peek();
    for (const button of await walker.root().locator('button').all()) {
      const name = (await button.textContent()) ?? '';
      const waits = await button.evaluate(
        (element: HTMLButtonElement) => element.disabled || element.ariaDisabled === 'true',
      );
      if (waits) await button.click({ force: true }).catch(() => undefined);
      else if (!name) continue;
    }
    await walker.desk.page.keyboard.press('Enter');
    return unchanged(walker, before?.state);
  },
  'browser Back while it works': async (walker) => {
    const before = await walker.peek();
    if (!(await canGoBack(walker.desk.page))) return [];
    await walker.desk.page.goBack().catch(() => undefined);
    return unchanged(walker, before?.state);
  },
  'browser Back and Forward': async (walker) => {
    const { page } = walker.desk;
    const before = await walker.peek();
    if (!(await canGoBack(page))) return [];
    await page.evaluate(() => history.back());
    await a(A_WHILE);
    const asked = page.getByRole('dialog').getByRole('button', { name: 'Stay', exact: true });
    if (await asked.isVisible()) {
      await asked.click();
      return unchanged(walker, before?.state);
    }
    const there = await walker.peek();
    if (there === undefined) return [];
    const step = stepOf(page);
    const wrong: string[] = [];
    if (step !== undefined && !there.state.endsWith(`.${step}`))
      wrong.push(`the address says ${step}, and the page shows ${there.state}`);
    await page.evaluate(() => history.forward());
    await a(A_WHILE);
    const again = await walker.peek();
    const forward = stepOf(page);
    if (again === undefined) wrong.push('Forward left the flow');
    else if (forward !== undefined && !again.state.endsWith(`.${forward}`))
      wrong.push(`after Forward the address says ${forward}, and the page shows ${again.state}`);
    else if (again.state === before?.state && JSON.stringify(again.values) !== JSON.stringify(before.values))
      wrong.push('Back and Forward changed the answers');
    return wrong;
  },
  'a second tab': async (walker) => {
    const { page } = walker.desk;
    const before = await walker.peek();
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
  'submitted twice': async (walker, next) => {
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
  'a late reply': async (walker, next) => {
    const { calls, page } = walker.desk;
    const under = invokesOf(walker.rig.snapshot()).map(({ effect }) => effect);
    const errors: string[] = [];
    const heard = (error: Error) => void errors.push(`the page broke: ${error.message}`);
    page.on('pageerror', heard);
    const { wrong } = next === undefined ? { wrong: [] } : await walker.take(next);
    const state = (await walker.peek())?.state;
    for (const effect of under) await calls.release(effect);
    await a(A_WHILE);
    page.off('pageerror', heard);
    return [...wrong, ...errors, ...(await unchanged(walker, state))];
  },
};

async function unchanged(walker: BrowserWalker, state: string | undefined): Promise<string[]> {
  await a(A_WHILE);
  const now = await walker.peek();
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

function busyStates({ flow }: LoadedFlow): Set<string> {
  const busy = restingStates(flow.machine).filter((node) => node.invoke.length > 0);
  return new Set(busy.map((node) => node.path.join('.')));
}

function shown({ flow }: LoadedFlow): Set<string> {
  return new Set(restingStates(flow.machine).flatMap((node) => (node.type === 'final' ? [] : [node.path.join('.')])));
}

/** Whether the entry before this one is of the console: beyond it the browser leaves, as it should. */
function canGoBack(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { navigation } = window as unknown as { navigation: { currentEntry: { index: number } } };
    return navigation.currentEntry.index > 0;
  });
}

function stepOf(page: Page): string | undefined {
  return new URL(page.url().replace('#', '')).searchParams.get('step') ?? undefined;
}

function a(while_: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, while_));
}

// Somebody at a page that stands in a state of a flow of the console, and what is to come of it after it was left.
import { expect, vi } from 'vitest';
import type { Page } from 'playwright-core';
import { allCalls } from '#api/all-calls.gen.ts';
import type { Product } from '../product/product.ts';
import { newTechnician, PATIENCE, type Technician } from './browser.ts';
import { consoleWalks } from './console-walks.ts';
import type { Walk, Way } from './walk.ts';
import type { Desk, Desks } from './desks.ts';
import { isTold, press, standsAt, stepOf, type Look } from './form.ts';
import { holdCall, refuseCall, type Held, type HeldRequest } from './held-request.ts';
import { draftsOf, expectAt, expectKept, standingOf } from './standing.ts';

export interface House {
  product: Product;
  desks: Desks;
  /** The administrator's cookie. */
  admin: string;
}

export interface Stage {
  house: House;
  flow: string;
  state: string;
  walk: Walk;
  way: Way;
  technician: Technician;
  desk: Desk;
  page: Page;
  /** Of the thing that is added or edited. */
  name: string;
  route: string;
  held: HeldRequest | undefined;
  /** Lets the refused call through from now on. */
  relent: () => void;
  before: Look;
}

let things = 0;

function wayTo(flow: string, state: string): { walk: Walk; way: Way } {
  const walk = consoleWalks[flow];
  const way = walk?.states[state];
  if (walk === undefined || way === undefined) throw new Error(`nobody says how ${flow} comes to ${state}`);
  return { walk, way };
}

/** Walks the real page to the state. */
export async function reach(house: House, flow: string, state: string, where: Held): Promise<Stage> {
  const { product, desks, admin } = house;
  const { walk, way } = wayTo(flow, state);
  things += 1;
  const name = `Thing ${things}`;
  const technician = await newTechnician(product, admin);
  const desk = await desks.take(technician.cookie);
  const { page } = desk;
  const subject = way.mode === 'EDIT' ? await walk.make(product, admin, name) : undefined;
  const route = subject === undefined ? walk.add : walk.edit(subject);
  const { held, relent } = await obstruct(desk, way, where);
  await desk.open(route);
  if (way.to !== undefined) await walkTo(page, walk, way, name);
  if (way.meanwhile && subject !== undefined) await walk.changeElsewhere(product, admin, subject);
  if (way.press !== undefined) await press(page, way.press);
  await held?.caught();
  const before = await expectAt(page, flow, state);
  return { house, flow, state, walk, way, technician, desk, page, name, route, held, relent, before };
}

/** What the way to a state says of the network: a call that is held on its way, or refused. */
export async function obstruct(
  { context }: Pick<Desk, 'context'>,
  { holds, refuses }: Pick<Way, 'holds' | 'refuses'>,
  where: Held,
): Promise<Pick<Stage, 'held' | 'relent'>> {
  const held = holds && (await holdCall(context, holds, where));
  const relent =
    refuses && (await refuseCall(context, refuses, 500, 'internal', 'Something went wrong here. Try again.'));
  return { held, relent: relent ?? (() => undefined) };
}

async function walkTo(page: Page, walk: Walk, way: Way, name: string): Promise<void> {
  const { by = 'HTTP' } = way;
  for (const { screen, fill } of walk.steps.filter((step) => step.by === undefined || step.by === by)) {
    await standsAt(page, standingOf(walk.flow, `editing.${screen}`).heading);
    await fill(page, name, by);
    if (screen === way.to) return;
    await press(page, 'Next');
  }
}

/** Whether somebody was asked anything by then, so that there is something to keep. */
export const isAnswered = ({ way }: Stage) => way.to !== undefined;
export const isOver = ({ flow, state }: Pick<Stage, 'flow' | 'state'>) =>
  standingOf(flow, state).kind === 'message' && state !== 'loadFailed';
/** Whether the effect under way changes anything: a check that is run twice does not. */
const isDoneOnce = ({ state, way }: Stage) =>
  way.holds !== undefined && allCalls[way.holds].method !== 'GET' && !['editing.testing', 'checking'].includes(state);

export async function kept(stage: Stage): Promise<void> {
  const { house, page, flow, state, technician, name } = stage;
  if (isAnswered(stage) && !isOver(stage)) await expectKept(page, house.product, technician.cookie, flow, state, name);
}

export function atFirstStep({ flow, walk }: Stage, page: Page): Promise<void> {
  return standsAt(page, standingOf(flow, `editing.${walk.steps[0]?.screen}`).heading);
}

/** What came of it after all: the job is done exactly once, or what was under way goes on. */
export async function goesOn(stage: Stage, page: Page): Promise<void> {
  const { flow, state, held } = stage;
  if (state === 'loadFailed') {
    stage.relent();
    await press(page, 'Try again');
    return atFirstStep(stage, page);
  }
  if (!standingOf(flow, state).busy) return;
  await held?.release();
  await arrives(stage, page);
  expectOneKey(stage, held?.keys() ?? []);
}

export function expectOneKey(stage: Stage, keys: readonly string[]): void {
  if (isDoneOnce(stage)) expect(new Set(keys).size, 'idempotency keys of one and the same effect').toBe(1);
}

/** The effect has ended: where that leads, and that it was done once. */
export async function arrives(stage: Stage, page: Page): Promise<void> {
  const { flow, state } = stage;
  if (state === 'loading') return atFirstStep(stage, page);
  if (state === 'editing.testing') {
    await stepOf(page).getByText('The check failed').waitFor();
    return void (await expectAt(page, flow, 'editing.confirm'));
  }
  return isSaved(stage, page);
}

/** The page says so, and there is one such thing. */
export async function isSaved(stage: Stage, page: Page): Promise<void> {
  const { walk, way, flow } = stage;
  // What is shown only once has a screen; everything else ends with a toast.
  if (way.mode === 'NEW' && Object.hasOwn(walk.states, 'added')) await expectAt(page, flow, 'added');
  else
    await isTold(
      page,
      way.mode === 'NEW' && ['organization', 'script', 'install-automation', 'run-automation'].includes(flow)
        ? ' is added.'
        : ' is saved.',
    );
  await isThereOnce(stage);
}

export async function isThereOnce({ house, walk, name }: Stage): Promise<void> {
  expect(await walk.count(house.product, house.admin, name), `things called ${name}`).toBe(1);
}

/** Nothing is offered to be gone on with. */
export async function expectNoDraft({ house, flow, technician }: Stage): Promise<void> {
  await vi.waitFor(async () => expect(await draftsOf(house.product, technician.cookie, flow)).toEqual([]), PATIENCE);
}

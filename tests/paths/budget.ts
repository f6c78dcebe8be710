// What the paths of one flow may cost in `npm test`. What goes beyond it belongs to `npm run test:full`.
import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { isFull } from '../depth.ts';
import type { LoadedFlow } from './load.ts';

/** Seconds for each flow: of processor time in this process, in the browser of time that passes, since a page mostly waits. */
const budgets = { machine: 2, dom: 12, browser: 15 } as const;

type BudgetedTier = keyof typeof budgets;

/** Where `npm test` collects what each flow cost, a line each. */
const file = process.env['CAIRN_BUDGETS'];

/** What the fixed work below took on the machine on which the budgets were chosen, in seconds of processor time. */
const REFERENCE = 0.025;

let slowness: number | undefined;

/** How much slower this machine is than that one; 1 for a faster one. */
function slownessHere(): number {
  slowness ??= Math.max(1, fixedWork() / REFERENCE);
  return slowness;
}

function fixedWork(): number {
  const begun = processorSeconds();
  const text = JSON.stringify(Array.from({ length: 2000 }, (_, at) => ({ at, name: `row ${at}`, rows: [at, at + 1] })));
  for (let round = 0; round < 40; round += 1) JSON.parse(text);
  return processorSeconds() - begun;
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/**
 * Walks a flow in a tier and expects that it stays within the budget: the tier's, or its own, which its case explains.
 * `npm run test:full` reports the cost and never fails for it.
 */
export async function withinBudget<T>(tier: BudgetedTier, loaded: LoadedFlow, walk: () => Promise<T>): Promise<T> {
  const flow = loaded.flow.id;
  const allowed = (loaded.known.budget?.[tier] ?? budgets[tier]) * slownessHere();
  const clock = tier === 'browser' ? () => performance.now() / 1000 : processorSeconds;
  const begun = clock();
  const result = await walk();
  const seconds = clock() - begun;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ tier, flow, seconds, allowed })}\n`);
  if (!isFull) expect(seconds, `${flow} costs more than its budget in the ${tier} tier`).toBeLessThanOrEqual(allowed);
  return result;
}

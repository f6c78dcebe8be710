// What the paths of one flow may cost in `npm test`. What goes beyond it belongs to `npm run test:full`.
import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { isFull } from '../depth.ts';
import type { LoadedFlow } from './load.ts';

/**
 * For each flow: seconds of processor time in this process; in the browser steps, since a page mostly waits, and the same
 * paths took from one to three times as long by what else ran on the machine.
 */
const budgets = { machine: 2, dom: 12, browser: 300 } as const;

type BudgetedTier = keyof typeof budgets;

/** Where `npm test` collects what each flow cost, a line each. */
const file = process.env['CAIRN_BUDGETS'];

/** What the fixed work below took on the machine on which the budgets were chosen, in seconds of processor time. */
const REFERENCE = 0.025;

/** Between two samples, in milliseconds: the fixed work stays below a tenth of the walk. */
const EVERY = 500;

/** Taken before a walk puts a clock of its own in place of these. */
const real = { setInterval, clearInterval };

/** What it took in this process at first, before it was compiled. */
let first: number | undefined;

/**
 * Walks, and repeats the fixed work meanwhile. A walk and what runs beside it share caches and, on many machines, a core:
 * the same paths took 31 s of processor time alone and 40 s beside another worker, and one sample before the walk missed that.
 * A walk of the bare machine never pauses, so that no sample is taken: its budgets were chosen by the first one of a process.
 * Returns the processor's seconds without the samples, and how much slower this machine was than that one; 1 for a faster one.
 */
async function measured<T>(walk: () => Promise<T>) {
  first ??= fixedWork();
  const samples: number[] = [];
  const interval = real.setInterval(() => samples.push(fixedWork()), EVERY);
  const begun = processorSeconds();
  try {
    const result = await walk();
    const sampled = samples.reduce((sum, one) => sum + one, 0);
    const seconds = processorSeconds() - begun - sampled;
    const usual = samples.length < 2 ? first : sampled / samples.length;
    return { result, seconds, slowness: Math.max(1, usual / REFERENCE) };
  } finally {
    real.clearInterval(interval);
  }
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
export async function withinBudget<T extends { steps: number }>(
  tier: BudgetedTier,
  loaded: LoadedFlow,
  walk: () => Promise<T>,
): Promise<T> {
  const flow = loaded.flow.id;
  const budget = loaded.known.budget?.[tier] ?? budgets[tier];
  const begun = performance.now();
  const { result, seconds: processor, slowness } = await measured(walk);
  const allowed = tier === 'browser' ? budget : budget * slowness;
  const cost = tier === 'browser' ? result.steps : processor;
  const seconds = tier === 'browser' ? (performance.now() - begun) / 1000 : processor;
  const isOver = cost > allowed;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ tier, flow, seconds, isOver })}\n`);
  if (!isFull) expect(cost, `${flow} costs more than its budget in the ${tier} tier`).toBeLessThanOrEqual(allowed);
  return result;
}

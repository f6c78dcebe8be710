// What the paths of one flow may cost in `npm test`. What goes beyond it belongs to `npm run test:full`.
import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { StateMachine } from 'xstate';
import { isFull } from '../depth.ts';
import type { LoadedFlow } from './load.ts';

/**
 * For each flow. In the simulated page, seconds of processor time in this process. In the browser, steps, since a page mostly
 * waits, and the same paths took from one to three times as long by what else ran on the machine. On the bare machine,
 * transitions, of which 1,800 to 4,700 took a second, by flow: the same paths took from 10.8 to 13.2 s of processor time on one machine and
 * 16.2 s on another. Transitions are the same number in each run.
 */
const budgets = { machine: 6000, dom: 12, browser: 300 } as const;

type BudgetedTier = keyof typeof budgets;

/** Where `npm test` collects what each flow cost, a line each. */
const file = process.env['CAIRN_BUDGETS'];

/** What the fixed work below took on the machine on which the budgets were chosen, in seconds of processor time. */
const REFERENCE = 0.025;

/** Between two samples, in milliseconds. The fixed work takes 25 to 60: every half second it was up to a seventh of the walk. */
const EVERY = 2000;

/** Taken before a walk puts a clock of its own in place of these. */
const real = { setInterval, clearInterval };

/**
 * Walks, and repeats the fixed work meanwhile. A walk and what runs beside it share caches and, on many machines, a core:
 * the same paths took 31 s of processor time alone and 40 s beside another worker, and one sample before the walk missed that.
 * Returns the processor's seconds without the samples, how much slower this machine was than that one (1 for a faster one),
 * and how many events machines were given.
 */
async function measured<T>(tier: BudgetedTier, walk: () => Promise<T>) {
  const samples: number[] = [];
  // Only this tier's budget is of time.
  const interval = tier === 'dom' ? real.setInterval(() => samples.push(fixedWork()), EVERY) : undefined;
  const counted = countTransitions();
  const begun = processorSeconds();
  try {
    const result = await walk();
    const sampled = samples.reduce((sum, one) => sum + one, 0);
    const seconds = processorSeconds() - begun - sampled;
    const usual = samples.length === 0 ? fixedWork() : sampled / samples.length;
    return { result, seconds, slowness: Math.max(1, usual / REFERENCE), transitions: counted.count() };
  } finally {
    real.clearInterval(interval);
    counted.stop();
  }
}

/** Counts the events that any machine is given, whoever gives them: the generator, a walk or a law. */
function countTransitions() {
  const { transition } = StateMachine.prototype;
  let count = 0;
  StateMachine.prototype.transition = function (...given) {
    count += 1;
    return transition.apply(this, given);
  };
  return { count: () => count, stop: () => void (StateMachine.prototype.transition = transition) };
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
 * Walks a flow in a tier and expects that it stays within the budget: the tier's, or its own, which its case explains. The slow tests
 * walk a flow that has one of its own in the simulated page.
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
  const { result, seconds: processor, slowness, transitions } = await measured(tier, walk);
  const costs = { machine: transitions, dom: processor, browser: result.steps };
  const cost = costs[tier];
  const allowed = tier === 'dom' ? budget * slowness : budget;
  const seconds = tier === 'browser' ? (performance.now() - begun) / 1000 : processor;
  const isOver = cost > allowed;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ tier, flow, seconds, isOver })}\n`);
  if (!isFull) expect(cost, `${flow} costs more than its budget in the ${tier} tier`).toBeLessThanOrEqual(allowed);
  return result;
}

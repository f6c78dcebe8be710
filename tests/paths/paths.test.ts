import { assign } from 'xstate';
import { describe, expect, it } from 'vitest';
import { isFull } from '../depth.ts';
import { withinBudget } from './budget.ts';
import { criteria } from './criteria.ts';
import { jsonReport } from './json-report.ts';
import { flowsIn, loadFlow } from './load.ts';
import { runFlow, type FlowReport } from './run-flow.ts';

const most = new Set(criteria.filter((one) => one !== 'pairs'));
const every = isFull ? new Set(criteria) : most;

function told({ failures, holes }: FlowReport): unknown {
  return { failures: failures.map(({ problems, reproduce }) => ({ problems, reproduce })), holes };
}

// Throws for a flow without a case.
const flows = await flowsIn('machine');

describe('the generated paths on the bare machine', () => {
  it.each(flows)('hold for %s by every criterion, and leave no hole', { timeout: 240_000 }, async (id) => {
    const loaded = await loadFlow(id);
    const report = await withinBudget('machine', loaded, () => runFlow(loaded, { criteria: every, seed: 1 }));
    expect(told(report)).toEqual({ failures: [], holes: [] });
    expect(report.generated.suite.graph.leftOut).toEqual([]);
    expect(report.paths.length).toBeGreaterThan(2);
  });

  it('are the same for a seed, and others for another', async () => {
    const idsOf = async (seed: number) =>
      (await runFlow(await loadFlow('organization'), { criteria: most, seed })).paths.map(({ path }) => path.id);
    const [first, again, other] = [await idsOf(1), await idsOf(1), await idsOf(2)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('hold for another seed as well', async () => {
    const report = await runFlow(await loadFlow('first-run'), { criteria: most, seed: 77 });
    expect(told(report)).toEqual({ failures: [], holes: [] });
  });

  it('are little longer than they have to be', async () => {
    const [flow] = jsonReport(
      [await runFlow(await loadFlow('organization'), { criteria: new Set(['transitions']), seed: 1 })],
      1,
    ).flows;
    expect(flow?.transitions.covered).toBe(flow?.transitions.total);
    expect(flow?.steps).toBeLessThanOrEqual(1.15 * Number(flow?.lowerBound));
  });
});

describe('a fault in a machine is found by the paths', () => {
  it.each([
    ['a guard that is always true', { guards: { chooses: () => true } }],
    ['a guard that is never true', { guards: { isEdit: () => false } }],
    ['an action that is dropped', { actions: { keepRefusal: assign({}) } }],
    ['answers that are not kept', { actions: { keepAnswers: assign({}) } }],
    ['words that are not filled in', { actions: { nameIt: assign({ words: {} }) } }],
  ])('%s', async (_, fault) => {
    const loaded = await loadFlow('organization');
    const machine = loaded.flow.machine.provide(fault as never);
    const { failures } = await runFlow(loaded, { criteria: most, seed: 1, machine });
    expect(failures.length).toBeGreaterThan(0);
    expect(failures[0]?.reproduce).toContain('npm run --silent paths -- --flow organization');
    // The shortest way to it, not the walk that happened to come by.
    expect(failures[0]?.steps.length).toBeLessThanOrEqual(8);
  });

  it('and so is a state that nothing is said about', async () => {
    const loaded = await loadFlow('sign-in');
    const { 'editing.code': _, ...states } = loaded.known.states ?? {};
    const { failures } = await runFlow({ ...loaded, known: { ...loaded.known, states } }, { criteria: most, seed: 1 });
    expect(failures.flatMap(({ problems }) => problems)).toContain(
      'editing.code shows the screen "code" and nothing says what a person sees there',
    );
  });
});

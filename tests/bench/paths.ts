// paths.generation: every criterion's paths for machines of two sizes, compared with xstate's own shortest-path suite.
// paths.step.machine: one step of the four flows' paths on the bare machine, with all assertions.
import { createMachine, type AnyStateMachine } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { randomFrom } from '#engine/compile/generated-data.ts';
import type { Material } from '../paths/generator/material.ts';
import { suiteFor, type Suite } from '../paths/generator/suite.ts';
import { criteria } from '../paths/criteria.ts';
import { loadFlow } from '../paths/load.ts';
import { runFlow } from '../paths/run-flow.ts';
import { percentile, rounded, type Bench, type BenchResult } from './bench.ts';

/** A machine with reachable states only, and this many pseudo-random events per state. */
function machineOf(states: number, events: number): AnyStateMachine {
  const random = randomFrom(states);
  const name = (index: number) => `s${index % states}`;
  const on = (index: number) =>
    Object.fromEntries(
      Array.from({ length: events }, (_, event) => [
        `e${event}`,
        event === 0 ? name(index + 1) : name(Math.floor(random() * states)),
      ]),
    );
  return createMachine({
    id: `of-${states}`,
    context: {},
    initial: 's0',
    states: Object.fromEntries(Array.from({ length: states }, (_, index) => [name(index), { on: on(index) }])),
  });
}

function materialOf(machine: AnyStateMachine): Material {
  const now = '2026-01-01T00:00:00.000Z';
  const input = { instance: '00000000-0000-4000-8000-000000000000', mode: 'NEW', now } as const;
  return {
    flow: { id: machine.id, machine, steps: () => [], effects: {} },
    screens: {},
    inputs: { NEW: input },
    answers: {},
    replies: {},
    refusals: {},
  };
}

/** Median milliseconds for all criteria; throws if a transition or a pair is missing. */
function generation(states: number, events: number, rounds: number): number {
  const material = materialOf(machineOf(states, events));
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now();
    const suite = suiteFor(material, { pairs: true });
    samples.push(performance.now() - begun);
    const pairs = [...suite.covered].filter((item) => item.startsWith('pair ')).length;
    if (edgesIn(suite) !== covered(suite) || pairs < states * events)
      throw new Error(`paths of ${states} states leave something out`);
  }
  return percentile(samples, 0.5);
}

const edgesIn = ({ graph }: Suite) => graph.edges.filter(({ transitions }) => transitions.length > 0).length;
const covered = (suite: Suite) => [...suite.covered].filter((item) => item.startsWith('edge ')).length;

function lengths(): BenchResult[] {
  const machine = machineOf(50, 4);
  const suite = suiteFor(materialOf(machine));
  const theirs = createTestModel(machine)
    .getShortestPaths()
    .reduce((sum, { steps }) => sum + steps.length, 0);
  const share = rounded(suite.steps / theirs);
  const excess = rounded(suite.steps / suite.lowerBound);
  return [
    {
      name: 'paths.generation.steps',
      value: share,
      unit: 'ratio',
      goal: '<= 0.45 of the steps of xstate’s shortest paths',
      holds: share <= 0.45,
    },
    {
      name: 'paths.generation.excess',
      value: excess,
      unit: 'ratio',
      goal: '<= 1.15 of the lower bound',
      holds: excess <= 1.15,
    },
  ];
}

async function stepTime(): Promise<BenchResult> {
  const samples: number[] = [];
  for (const id of ['first-run', 'sign-in', 'organization', 'cloud-monitor']) {
    const wanted = new Set(criteria.filter((one) => one !== 'pairs'));
    const { paths, failures } = await runFlow(await loadFlow(id), { criteria: wanted, seed: 1 });
    if (failures.length > 0) throw new Error(`paths of ${id} fail`);
    samples.push(...paths.flatMap(({ steps }) => steps.slice(1).map(({ ms }) => ms)));
  }
  const value = rounded(percentile(samples, 0.5));
  return { name: 'paths.step.machine', value, unit: 'ms', goal: '<= 1 ms', holds: value <= 1 };
}

export const bench: Bench = {
  names: ['paths.generation', 'paths.step.machine'],
  async run() {
    const small = rounded(generation(50, 4, 9), 1);
    const large = rounded(generation(300, 5, 3), 1);
    return [
      {
        name: 'paths.generation',
        value: small,
        unit: 'ms',
        goal: '<= 100 ms at 50 states and 200 transitions',
        holds: small <= 100,
      },
      {
        name: 'paths.generation.large',
        value: large,
        unit: 'ms',
        goal: '<= 1000 ms at 300 states and 1500 transitions',
        holds: large <= 1000,
      },
      ...lengths(),
      await stepTime(),
    ];
  },
};

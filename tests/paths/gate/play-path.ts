import type { PlayedStep } from '#api/contract/workbench.ts';
import type { PathQuestion } from '#server/paths/path-thread.ts';
import type { AnyMachineSnapshot } from 'xstate';
import { generate } from '../criteria.ts';
import { movesIn } from '../spelled-path.ts';
import { moveName, type Move } from '../generator/move.ts';
import type { LoadedFlow } from '../load.ts';
import { saidProblem } from './said-problem.ts';
import { onMachine, type Looked, type StepWalker } from '../machine-tier.ts';

/** Walks a path as reports spell it, and keeps the machine after each step. It ends at the first step that is wrong. */
export async function playPath(
  loaded: LoadedFlow,
  { path: spelled, seed, names }: Pick<Extract<PathQuestion, { kind: 'play' }>, 'path' | 'seed' | 'names'>,
): Promise<PlayedStep[]> {
  const [opened = '', rest = ''] = spelled.split(/: ?(.*)/s);
  const { boundaries, suite } = generate(loaded, new Set(['states', 'boundaries']), seed);
  const material = boundaries?.material ?? loaded.material;
  const input = material.inputs[opened];
  if (input === undefined) return [];
  const path = { id: '', input: opened, steps: [] };
  const walker = await onMachine(loaded, material, { input, path });
  try {
    const stepOf = (name: string, { wrong, ...looked }: Looked) =>
      stepIn(walker, name, {
        ...looked,
        wrong: names === 'states' ? wrong : wrong.map((problem) => saidProblem(loaded, looked.state, problem)),
      });
    const steps = [stepOf(`open as ${opened}`, await walker.look(undefined))];
    for (const name of rest.split(' > ').filter(Boolean)) {
      const snapshot = walker.rig.snapshot();
      const move = movesIn(material, suite.graph, snapshot).find((one) => moveName(one) === name);
      const { looked, wrong } = await taken(walker, name, move);
      const step = stepOf(name, { ...looked, wrong: [...wrong, ...looked.wrong] });
      steps.push(step);
      if (step.problems.length > 0) break;
    }
    return steps;
  } finally {
    await walker.end();
  }
}

async function taken(
  walker: StepWalker,
  name: string,
  move: Move | undefined,
): Promise<{ looked: Looked; wrong: string[] }> {
  if (move === undefined)
    return { wrong: [`"${name}" cannot be done in ${walker.state()}`], looked: await walker.look(undefined) };
  const { wrong } = await walker.take(move);
  return { wrong, looked: await walker.look(move) };
}

function stepIn(walker: StepWalker, name: string, { state, seen, wrong }: Looked): PlayedStep {
  const { value, context } = JSON.parse(JSON.stringify(walker.rig.snapshot())) as AnyMachineSnapshot;
  return {
    name,
    state,
    screen: seen?.screen ?? '',
    heading: seen?.heading ?? '',
    says: seen?.errors.map(({ pointer, message }) => `${pointer} ${message}`) ?? [],
    problems: wrong,
    snapshot: { value, context: context as unknown },
  };
}

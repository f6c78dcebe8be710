import { screenIn, stateAt } from '#engine/flow/state-nodes.ts';
import { nameOf, withSecrets } from './case-answers.ts';
import { wayTo } from './generator/boundary-paths.ts';
import type { Graph } from './generator/explore.ts';
import type { Material } from './generator/material.ts';
import { Atlas, walk, type Path } from './generator/path.ts';
import type { LoadedFlow } from './load.ts';
import { readPath, spell } from './spelled-path.ts';

/** For each case the fewest steps to its state and its answers there, and the cases for which there is no such path. */
export function casePaths(
  { flow, screens, known: { states = {} } }: Pick<LoadedFlow, 'flow' | 'screens' | 'known'>,
  material: Material,
  graph: Graph,
): { paths: Path[]; broken: { spelled: string; problem: string }[] } {
  const paths: Path[] = [];
  const broken: { spelled: string; problem: string }[] = [];
  for (const [state, { cases = {} }] of Object.entries(states)) {
    for (const [name, data] of Object.entries(cases)) {
      try {
        const node = stateAt(flow.machine, state);
        const screen = screens[(node && screenIn(node)) ?? ''];
        if (screen === undefined) throw new Error('the flow has no such state with a screen');
        const [error] = screen.validate(withSecrets(screen, data));
        if (error !== undefined) throw new Error(`${error.pointer} says "${error.message}"`);
        const way = pathTo(material, graph, state);
        if (way === undefined) throw new Error('no path leads to the state');
        const steps = [
          ...(way.steps.length === 0 ? [] : [spell(way).slice(way.input.length + 2)]),
          `submit ${screen.id} ${nameOf(name)}`,
        ];
        paths.push(readPath(material, graph, `${way.input}: ${steps.join(' > ')}`));
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        broken.push({ spelled: '', problem: `The case “${name}” of ${state} cannot be given: ${problem}` });
      }
    }
  }
  return { paths, broken };
}

/** The fewest steps to the state from any way to open the flow. */
function pathTo(material: Material, graph: Graph, state: string): Path | undefined {
  const atlas = new Atlas(graph);
  const ways = graph.roots.flatMap((root) => {
    const edges = wayTo(atlas, root.node, (node) => graph.nodes[node]?.state === state);
    const walked = edges && walk(material, atlas, root, edges, () => false);
    return walked === undefined || walked.stray !== undefined ? [] : [walked.path];
  });
  return ways.toSorted((one, other) => one.steps.length - other.steps.length)[0];
}

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '#engine/flow/flow.ts';
import { stateGraph } from '#engine/flow/state-graph.ts';
import { drawingOf, type Box } from './layout.ts';

const machines = new URL('../../../machines/', import.meta.url);
const ids = readdirSync(machines).filter((id) => readdirSync(new URL(id, machines)).includes('flow.ts'));
const definitions = import.meta.glob<FlowDefinition>('../../../machines/*/flow.ts', { import: 'default' });

const apart = (a: Box, b: Box) =>
  Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= (a.height + b.height) / 2;

describe('the diagram of a machine', () => {
  it.each(ids)('has every state of %s in a place of its own, and a line for each way out of it', async (id) => {
    const definition = await definitions[`../../../machines/${id}/flow.ts`]?.();
    if (!definition) throw new Error('the flow was not found');
    const graph = stateGraph(definition.machine);
    const { states, lines, width, height } = drawingOf(graph);
    expect(states.map(({ state }) => state.path)).toEqual(graph.states.map(({ path }) => path));
    const covered = states.filter((one, index) => states.slice(index + 1).some((other) => !apart(one, other)));
    expect(covered).toEqual([]);
    const outside = states.filter(
      (box) => box.x < box.width / 2 || box.y < box.height / 2 || box.x > width || box.y > height,
    );
    expect(outside).toEqual([]);
    const cut = lines.filter(({ points }) => points.some(({ x, y }) => x < 0 || y < 0 || x > width || y > height));
    expect(cut).toEqual([]);
    const drawn = lines.map(({ from, to }) => `${from} ${to}`).toSorted();
    const own = graph.transitions.filter(({ from, to, group }) => group === undefined && from !== to);
    expect(drawn).toEqual([...new Set(own.map(({ from, to }) => `${from} ${to}`))].toSorted());
  });
});

// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { flows } from '#src/gallery/flows.ts';
import { criteria } from '../criteria.ts';
import { flowsWithCases, loadFlow } from '../load.ts';
import type { OpenWalker } from '../machine-tier.ts';
import { runFlow } from '../run-flow.ts';
import { DomWalker } from './dom-walker.tsx';

// What jsdom lacks and Mantine asks for.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
}));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/["\\]/g, '\\$&') });
Element.prototype.scrollIntoView = () => undefined;

const open: OpenWalker = async (loaded, material, rig) => {
  const shown = flows.find(({ flow }) => flow.id === loaded.flow.id);
  if (shown === undefined) throw new Error(`flow "${loaded.flow.id}" has no screens`);
  return new DomWalker(loaded, material, rig, shown.screens).open();
};

describe('the generated paths in a simulated page', () => {
  it.each(flowsWithCases())('hold for %s', { timeout: 240_000 }, async (id) => {
    const wanted = new Set(criteria.filter((one) => one !== 'pairs'));
    const report = await runFlow(await loadFlow(id), { criteria: wanted, seed: 1, tier: 'dom', open });
    console.log(id, report.paths.length, report.steps, Math.round(report.ms), report.failures.length);
    expect(report.failures.slice(0, 6).map(({ problems, steps, reproduce }) => ({ problems, steps, reproduce }))).toEqual([]);
    expect(report.holes).toEqual([]);
  });
});

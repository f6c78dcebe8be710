// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { flows } from '#src/gallery/flows.ts';
import { criteria } from '../criteria.ts';
import { loadFlow } from '../load.ts';
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

// Answers are brought into the form, so bounds are the machine tier's; flows whose forms take minutes here are on demand.
const wanted = new Set(criteria.filter((one) => one !== 'pairs' && one !== 'boundaries'));

// From `npm run paths -- --tier dom`.
const { PATHS_SEED: seedText = '1', PATHS_ONLY: path } = process.env;
const seed = Number(seedText);

describe('the generated paths in a simulated page', () => {
  it.each(['sign-in', 'first-run', 'organization'])('hold for %s', { timeout: 120_000 }, async (id) => {
    const { failures, holes } = await runFlow(await loadFlow(id), { criteria: wanted, seed, path, tier: 'dom', open });
    expect({ failures: failures.map(({ problems, steps }) => ({ problems, steps })), holes }).toEqual({
      failures: [],
      holes: [],
    });
  });
});

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { awaitedBy } from '#screens/form/resolver.ts';
import { fewestSteps } from '../generator/fewest-steps.ts';
import { Atlas, type Path } from '../generator/path.ts';
import type { Generated } from '../criteria.ts';
import type { LoadedFlow } from '../load.ts';
import type { OpenWalker } from '../machine-tier.ts';
import type { RunFlowOptions } from '../run-flow.ts';
import { standingStates } from '../sneak.ts';
import { caseOf, type BrowserCase } from './browser-case.ts';
import { PagePaths, type PagePath } from './page-path.ts';
import { pageSneaks } from './page-sneaks.ts';
import { brief, pageSuite } from './page-suite.ts';
import type { Stage } from './stage.ts';

const ABREAST = 4;

export interface BrowserTierOptions {
  /** The report's folder, where a picture is made of every step. */
  pictures?: string | undefined;
  /** Transitions, and pairs of them, from every class of context, instead of each once. */
  classes?: boolean;
  /** Pages that are walked at once: a page mostly waits. */
  abreast?: number;
}

/** What `runFlow` needs to walk in the browser. */
export function inBrowser(
  stage: Stage,
  { pictures, classes = false, abreast = ABREAST }: BrowserTierOptions = {},
): Pick<RunFlowOptions, 'tier' | 'begin'> {
  return {
    tier: 'browser',
    async begin(loaded, generated) {
      const [known] = await Promise.all([caseOf(loaded.flow.id), awaitedBy(Object.values(loaded.screens))]);
      const pages = pagesOf(loaded, generated, known);
      const whole = pageSuite(pages, generated.paths, new Set([...generated.suite.shownBy.values()].flat()));
      const { paths, beyond } = classes ? whole : brief(whole, generated);
      const byId = new Map(paths.map((one) => [one.path.id, one]));
      const byHand = keyboardWalk(loaded, paths);
      const picture = pictures === undefined ? undefined : camera(loaded.flow.id, pictures);
      const open: OpenWalker = (flow, material, opening) =>
        stage.open(flow, material, opening, { keyboard: byHand.has(opening.path.id), picture });
      return {
        open,
        paths: paths.map(({ path }) => path),
        reloads: whole.paths.map(({ path }) => path),
        plan: (path) => byId.get(path.id) ?? pages.made(path),
        beyond,
        classes,
        lowerBound: leastSteps(paths, generated),
        abreast,
        sneaks: pageSneaks(loaded, pages, whole.paths).map((sneak) => ({
          ...sneak,
          tryOut: () =>
            sneak.tryOut((opening) =>
              stage.open(loaded, pages.material, opening, { keyboard: false, picture: undefined }),
            ),
        })),
      };
    },
  };
}

function leastSteps(paths: readonly PagePath[], { criteria, suite }: Generated): number {
  const shown = paths.flatMap(({ shows }) => shows);
  return fewestSteps(suite.graph, criteria.has('pairs') ? shown : shown.filter((item) => !item.startsWith('pair ')));
}

function pagesOf(loaded: LoadedFlow, generated: Generated, known: BrowserCase): PagePaths {
  const material = generated.boundaries?.material ?? loaded.material;
  return new PagePaths(loaded, material, new Atlas(generated.suite.graph), known);
}

function camera(flow: string, folder: string): (page: Page) => Promise<string> {
  let taken = 0;
  mkdirSync(join(folder, 'pictures'), { recursive: true });
  return async (page) => {
    taken += 1;
    const file = `pictures/${flow}-${taken}.jpeg`;
    await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 45, scale: 'css' });
    return file;
  };
}

/** Paths that come by every state between them, as few steps as greed finds: they are walked by keyboard alone. */
function keyboardWalk({ flow }: LoadedFlow, paths: readonly PagePath[]): Set<string> {
  const left = new Set(standingStates(flow.machine).map((node) => node.path.join('.')));
  const chosen = new Set<string>();
  for (;;) {
    const worth = (path: Path) => new Set(path.steps.map(({ state }) => state).filter((state) => left.has(state))).size;
    const [best] = paths
      .map(({ path }) => ({ path, gain: worth(path) / (path.steps.length + 2) }))
      .toSorted((a, b) => b.gain - a.gain);
    if (best === undefined || best.gain === 0) return chosen;
    chosen.add(best.path.id);
    for (const { state } of best.path.steps) left.delete(state);
  }
}

// What `npm test` walks in the simulated page: each transition once instead of from every class of context, and no list of
// hundreds of rows. The machine tier has both, and `npm run test:full` has them here.
import type { Material } from '../generator/material.ts';
import { Atlas, type Item, type Path, type PathStep } from '../generator/path.ts';
import { PagePaths } from '../browser/page-path.ts';
import { brief } from '../browser/page-suite.ts';
import type { Generated } from '../criteria.ts';
import type { LoadedFlow } from '../load.ts';
import type { OpenWalker } from '../machine-tier.ts';
import type { TierWalk } from '../run-flow.ts';

/** A list of 500 rows takes the simulated page a minute and a half, and shows what one of 20 does. */
const MOST_ROWS = 20;

/** In the simulated page, every path can be walked as it is. */
class WholePaths extends PagePaths {
  override reason(): undefined {
    return undefined;
  }
}

export function eachOnce(open: OpenWalker): (loaded: LoadedFlow, generated: Generated) => TierWalk {
  return (loaded, generated) => {
    const material = generated.boundaries?.material ?? loaded.material;
    const pages = new WholePaths(loaded, material, new Atlas(generated.suite.graph));
    const beyond = new Map<Item, string>();
    const short = generated.paths.map((path) => withoutLongLists(path, material, beyond));
    const { paths } = brief({ paths: short.map((path) => pages.made(path)), beyond }, generated);
    const byId = new Map(paths.map((one) => [one.path.id, one]));
    return {
      open,
      paths: paths.map(({ path }) => path),
      reloads: generated.paths,
      plan: (path) => byId.get(path.id) ?? pages.made(path),
      beyond,
      classes: false,
      lowerBound: 0,
      abreast: 1,
    };
  };
}

/**
 * The path without the steps that try lists of more than `MOST_ROWS`, and without the way back to the screen after each. Every
 * try of a bound begins in the same class of context, so that the next one follows as well.
 */
function withoutLongLists(path: Path, material: Material, beyond: Map<Item, string>): Path {
  const steps: PathStep[] = [];
  let isLeftOut = false;
  for (const step of path.steps) {
    const { move } = step;
    const bound = 'data' in move && material.cases?.[move.screen]?.[move.data] !== undefined ? move.data : undefined;
    if (bound !== undefined && 'screen' in move) {
      const rows = Number(/ maxItems (\d+)/.exec(bound)?.[1] ?? 0);
      isLeftOut = rows > MOST_ROWS;
      if (isLeftOut) beyond.set(`boundary ${move.screen} ${bound}`, `the machine tier tries lists of ${rows} rows`);
    }
    if (!isLeftOut) steps.push(step);
  }
  return { ...path, steps };
}

// What `npm test` walks in the simulated page: each transition once instead of from every class of context, one bound of each
// kind on each screen, and no list of hundreds of rows. The machine tier has all, and `npm run test:full` has them here.
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
    const tried = new Set<string>();
    const short = generated.paths.map((path) => withoutRepeatedBounds(path, material, tried, beyond));
    const whole = { paths: short.map((path) => pages.made(path)), beyond, ofBounds: new Set<string>() };
    const { paths } = brief(whole, generated);
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
 * The path without the steps that try lists of more than `MOST_ROWS` or a bound of a kind that was tried before, and without the
 * way back to the screen after each. Every try of a bound begins in the same class of context, so that the next one follows as well.
 */
function withoutRepeatedBounds(path: Path, material: Material, tried: Set<string>, beyond: Map<Item, string>): Path {
  const steps: PathStep[] = [];
  let isLeftOut = false;
  for (const step of path.steps) {
    const { move } = step;
    const bound = 'data' in move && material.cases?.[move.screen]?.[move.data] !== undefined ? move.data : undefined;
    if (bound !== undefined && 'screen' in move) {
      const reason = reasonToLeaveOut(move.screen, bound, tried);
      isLeftOut = reason !== undefined;
      if (reason !== undefined) beyond.set(`boundary ${move.screen} ${bound}`, reason);
    }
    if (!isLeftOut) steps.push(step);
  }
  return { ...path, steps };
}

function reasonToLeaveOut(screen: string, bound: string, tried: Set<string>): string | undefined {
  const rows = Number(/ maxItems (\d+)/.exec(bound)?.[1] ?? 0);
  if (rows > MOST_ROWS) return `the machine tier tries lists of ${rows} rows`;
  const kind = `${screen} ${kindOfBound(bound)}`;
  if (tried.has(kind)) return 'the machine tier tries every bound, the page one of each kind on each screen';
  tried.add(kind);
  return undefined;
}

/**
 * What the page does alike: `/name maxLength 50 outside` and `/description maxLength 1000 outside` are one kind. Fields of rows
 * are told apart from those of the form, and a choice is tried at each field, since its options may be fetched.
 */
export function kindOfBound(bound: string): string {
  const [, pointer, rule] = /^(\/\S*) (.*)$/.exec(bound) ?? [];
  // A condition of the schema, not of a field.
  if (pointer === undefined || rule === undefined) return bound;
  if (rule.startsWith('choice ')) return `${pointer} choice ${rule.endsWith(' outside') ? 'outside' : 'inside'}`;
  return `${pointer.includes('/*') ? 'row ' : ''}${rule.replaceAll(/-?\d+(\.\d+)?/g, 'N')}`;
}

// What `npm test` walks in the simulated page: each transition once instead of from every class of context, one bound of each
// kind at each widget, and no list of hundreds of rows. The machine tier has all, and `npm run test:full` has them here.
import { segmentsOf } from '#engine/document/pointer.ts';
import type { Graph } from '../generator/explore.ts';
import { screenOfSnapshot, type Material } from '../generator/material.ts';
import type { Move } from '../generator/move.ts';
import { Atlas, type Item, type Path, type PathStep } from '../generator/path.ts';
import { PagePaths, type PagePath } from '../browser/page-path.ts';
import { brief, withoutClasses } from '../browser/page-suite.ts';
import type { Generated } from '../criteria.ts';
import type { LoadedFlow } from '../load.ts';
import type { OpenWalker } from '../machine-tier.ts';
import type { TierWalk } from '../run-flow.ts';
import { stepsAhead } from './ahead.ts';

/** A list of 500 rows takes the simulated page a minute and a half, and shows what one of 20 does. */
const MOST_ROWS = 20;
const NOT_TOUCHED = 'only what the touched screens show is walked';

/** In the simulated page, every path can be walked as it is. */
class WholePaths extends PagePaths {
  override reason(): undefined {
    return undefined;
  }
}

/** `touched`: only what these screens show, and their bounds. */
export function eachOnce(
  open: OpenWalker,
  touched?: ReadonlySet<string>,
): (loaded: LoadedFlow, generated: Generated) => TierWalk {
  return (loaded, generated) => {
    const material = generated.boundaries?.material ?? loaded.material;
    const { graph } = generated.suite;
    const atlas = new Atlas(graph);
    const pages = new WholePaths(loaded, material, atlas);
    const beyond = new Map<Item, string>();
    const tried = new Set<string>();
    const widgetOf = (screen: string, pointer: string) => widgetAt(loaded.screens[screen]?.document.ui, pointer);
    const leaveOut = (screen: string, bound: string) =>
      touched?.has(screen) === false ? NOT_TOUCHED : reasonToLeaveOut(screen, bound, widgetOf, tried);
    const short = generated.paths.map((path) => withoutBounds(path, material, leaveOut, beyond));
    const all = short.map((path) => pages.made(path));
    const isTried = ({ path }: PagePath) => path.steps.some(({ move }) => boundIn(move, material) !== undefined);
    const ofBounds = new Set(generated.boundaries?.paths.map(({ id }) => id));
    const paths =
      touched === undefined
        ? all
        : onlyTouched(all, touched, graph).filter((one) => isTried(one) || !ofBounds.has(one.path.id));
    const whole = { paths, beyond, ofBounds: new Set<string>() };
    const { paths: walked } = brief(whole, generated, { opensAnywhere: true });
    const planned = new Map(walked.map((one) => [one.path, one]));
    const asked = (item: Item) => withoutClasses(item, graph, generated.criteria);
    const ahead = stepsAhead(walked, material, atlas, asked, ({ move }) => boundIn(move, material) !== undefined);
    return {
      open,
      paths: walked.map(({ path }) => path),
      reloads: generated.paths,
      plan(path) {
        const { showsAt, ...made } = planned.get(path) ?? pages.made(path);
        const taken = ahead.get(path) ?? 0;
        // What the bare machine showed ahead counts for nothing here: a step that is left out by mistake leaves a hole.
        const shows = showsAt.slice(taken === 0 ? 0 : taken + 1).flat();
        return { ...made, shows, ahead: taken };
      },
      beyond,
      classes: false,
      lowerBound: 0,
      abreast: 1,
    };
  };
}

/** The paths up to the last step that begins or ends at one of the screens. Nothing is asked of their other steps. */
function onlyTouched(paths: readonly PagePath[], touched: ReadonlySet<string>, { nodes }: Graph): PagePath[] {
  const states = new Set(
    nodes.filter(({ snapshot }) => touched.has(screenOfSnapshot(snapshot) ?? '')).map(({ state }) => state),
  );
  return paths.flatMap(({ path, showsAt, beyond }) => {
    const opened = showsAt[0]?.find((item) => item.startsWith('state '))?.slice('state '.length) ?? '';
    const reached = [opened, ...path.steps.map(({ state }) => state)];
    const isTouched = (at: number) => [reached[at - 1], reached[at]].some((state) => states.has(state ?? ''));
    const last = reached.findLastIndex((_, at) => isTouched(at));
    if (last === -1) return [];
    const short = showsAt.slice(0, last + 1).map((items, at) => (isTouched(at) ? items : []));
    const shows = [...new Set(short.flat())];
    return [{ path: { ...path, steps: path.steps.slice(0, last) }, showsAt: short, shows, beyond }];
  });
}

/**
 * The path without the steps that try bounds which are left out, such as those of a kind that was tried before, and without the
 * way back to the screen after each. Every try of a bound begins in the same class of context, so that the next one follows as well.
 */
function withoutBounds(
  path: Path,
  material: Material,
  reasonFor: (screen: string, bound: string) => string | undefined,
  beyond: Map<Item, string>,
): Path {
  const steps: PathStep[] = [];
  let isLeftOut = false;
  for (const step of path.steps) {
    const bound = boundIn(step.move, material);
    if (bound !== undefined) {
      const reason = reasonFor(bound.screen, bound.data);
      isLeftOut = reason !== undefined;
      if (reason !== undefined) beyond.set(`boundary ${bound.screen} ${bound.data}`, reason);
    }
    if (!isLeftOut) steps.push(step);
  }
  return { ...path, steps };
}

/** The bound that a move tries. */
function boundIn(move: Move, { cases }: Material): { screen: string; data: string } | undefined {
  return 'data' in move && cases?.[move.screen]?.[move.data] !== undefined ? move : undefined;
}

/** What shows the field that a bound is about. */
type WidgetOf = (screen: string, pointer: string) => string;

function reasonToLeaveOut(screen: string, bound: string, widgetOf: WidgetOf, tried: Set<string>): string | undefined {
  const rows = Number(/ maxItems (\d+)/.exec(bound)?.[1] ?? 0);
  if (rows > MOST_ROWS) return `the machine tier tries lists of ${rows} rows`;
  if (isOrdinary(bound))
    return 'the machine tier tries values inside of it, and every other path of the page gives some';
  const kind = kindOfBound(screen, bound, widgetOf);
  if (tried.has(kind)) return 'the machine tier tries every bound, the page one of each kind at each widget';
  tried.add(kind);
  return undefined;
}

/** A value just inside a bound that no widget could cut off or leave out. */
export function isOrdinary(bound: string): boolean {
  return (
    bound.startsWith('/') && bound.endsWith(' inside') && !/ (maxLength|maxItems|choice|wholeNumber to|to) /.test(bound)
  );
}

/** The widget at the pointer of a field, whichever row it stands in; empty for the usual one of its type. */
export function widgetAt(ui: Readonly<Record<string, unknown>> | undefined, pointer: string): string {
  let at = ui;
  for (const name of segmentsOf(pointer)) at = at?.[name === '*' ? 'items' : name] as typeof at;
  return ['ui:widget', 'ui:field']
    .map((name) => at?.[name] ?? '')
    .join(' ')
    .trim();
}

/**
 * What the page does alike: `/name maxLength 50 outside` and `/description maxLength 1000 outside` are one kind where one widget shows
 * both. Fields of rows are told apart from those of the form, and a choice is tried at each field, since its options may be fetched.
 */
export function kindOfBound(screen: string, bound: string, widgetOf: WidgetOf): string {
  const [, pointer, rule] = /^(\/\S*) (.*)$/.exec(bound) ?? [];
  // A condition of the schema, not of a field.
  if (pointer === undefined || rule === undefined) return `${screen} ${bound}`;
  if (rule.startsWith('choice '))
    return `${screen} ${pointer} choice ${rule.endsWith(' outside') ? 'outside' : 'inside'}`;
  const place = pointer.includes('/*') ? 'row' : 'form';
  return `${place} ${widgetOf(screen, pointer)} ${rule.replaceAll(/-?\d+(\.\d+)?/g, 'N')}`;
}

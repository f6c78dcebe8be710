import type { AnyStateMachine } from 'xstate';
import type { Path } from './generator/path.ts';
import type { Material } from './generator/material.ts';
import {
  coverageOf,
  criteria as everyCriterion,
  generate,
  type Coverage,
  type Criterion,
  type Generated,
  type Reach,
} from './criteria.ts';
import type { LoadedFlow } from './load.ts';
import { walkPath, type OpenWalker, type PathReport, type Probe, type StepReport } from './machine-tier.ts';
import { askWhole } from './whole-flow.ts';
import { reloadCases, walkWithReload, type ReloadCase } from './reload.ts';
import { sneakProbe } from './sneak.ts';
import { readPath, shortened, spell } from './spelled-path.ts';

export type Tier = 'machine' | 'dom' | 'browser';

/** A path as a tier can walk it: where it has no way to a move, by another that does the same. */
export interface TierPath {
  path: Path;
  shows: readonly string[];
  /** How many of its first steps need not be walked in the tier, since other paths show there what they show. */
  ahead?: number;
}

export interface TierSneak {
  /** `sneak saving browser Back`. */
  item: string;
  state: string;
  path: Path;
  /** Answers with what is wrong. */
  tryOut(): Promise<string[]>;
}

/** How a tier walks one flow. */
export interface TierWalk {
  open: OpenWalker;
  /** Those that are walked: some of the planned ones, and others to what these cannot show in this tier. */
  paths: readonly Path[];
  /** Those of which some are loaded again in each state. */
  reloads: readonly Path[];
  plan(path: Path): TierPath;
  /** What the tier has no way to show, and why. */
  beyond: ReadonlyMap<string, string>;
  /** Whether transitions are asked from every class of context, or each once. */
  classes: boolean;
  /** The fewest steps that any paths could take for what `paths` show there. */
  lowerBound: number;
  /** What people do there that no path plans; without it, paths sneak in the events that a state does not declare. */
  sneaks?: readonly TierSneak[];
  /** How many are walked at once. */
  abreast: number;
}

export interface Failure {
  path: string;
  /** The moves to it, as short as was found. */
  steps: string[];
  state: string;
  problems: string[];
  /** The path to it, as `readPath` reads it; empty for what is wrong with the flow as a whole. */
  spelled: string;
  /** The command that shows it again. */
  reproduce: string;
  /** The lowest tier in which the same path fails: there it is looked for first. */
  lowest: Tier;
}

export interface FlowReport {
  flow: string;
  tier: Tier;
  generated: Generated;
  coverage: Record<Criterion, Coverage>;
  /** Every item that a path showed which held: `edge 3`, `outcome …`. */
  shown: ReadonlySet<string>;
  /** What the tier leaves to the others. */
  reach: Reach;
  /** Transitions told apart by the class of context that they were taken from, whether or not the tier asks for each. */
  classes: { covered: number; total: number };
  paths: PathReport[];
  steps: number;
  /** The fewest steps for the same; 0 where one path, or nothing but bounds or sneaks, was walked. */
  lowerBound: number;
  ms: number;
  failures: Failure[];
  /** What nothing shows and nobody explains. */
  holes: string[];
}

export interface RunFlowOptions {
  criteria: ReadonlySet<Criterion>;
  seed: number;
  /** Only this one: an id, or a path as reports spell it. */
  path?: string | undefined;
  tier?: Tier;
  open?: OpenWalker;
  /** For a tier that cannot walk every path as it is. */
  begin?(loaded: LoadedFlow, generated: Generated): TierWalk | Promise<TierWalk>;
  /** Another machine in the place of the flow's: a fault planted by a test. */
  machine?: AnyStateMachine;
  /** Paths that were made before. */
  generated?: Generated;
  /** Stops at the first failure, as short or long as it is. */
  firstFailure?: boolean;
  /** Called after each path, with how many were walked and are to be walked, and with the path unless it was left out. */
  onWalked?(done: number, total: number, path: PathReport | undefined): void;
}

/** Generates the paths of a flow and walks them in a tier. */
export async function runFlow(loaded: LoadedFlow, options: RunFlowOptions): Promise<FlowReport> {
  const { criteria, seed } = options;
  const generated = options.generated ?? generate(loaded, criteria, seed);
  const material = generated.boundaries?.material ?? loaded.material;
  const begun = performance.now();
  const run = new Run(loaded, generated, material, options, await options.begin?.(loaded, generated));
  const all = run.tier?.paths ?? generated.paths;
  const wanted =
    options.path === undefined ? all : chosen([...all, ...generated.paths], generated, material, options.path);
  const enough = () => options.firstFailure === true && run.failures.length > 0;
  // What is sneaked in and loaded again in a page goes ways of its own.
  const alone = run.tier?.sneaks !== undefined && [...criteria].every((one) => one === 'sneak' || one === 'reload');
  await run.walkAll(alone && options.path === undefined ? [] : wanted, enough);
  // One path is loaded again where that alone is asked for.
  if (criteria.has('reload') && options.path === undefined && !enough())
    await run.reload(run.tier?.reloads ?? generated.paths);
  else if (criteria.has('reload') && criteria.size === 1) await run.reload(wanted);
  if (criteria.has('sneak') && options.path === undefined) await run.sneak();
  if (options.path === undefined && !enough()) run.ask();
  const coverage = coverageOf(generated, criteria, run.shown, run.tier, run.ofWhole);
  return {
    flow: loaded.flow.id,
    tier: options.tier ?? 'machine',
    generated,
    coverage,
    shown: run.shown,
    reach: run.tier ?? { beyond: new Map(), classes: true },
    classes: classesTaken(generated, run.shown),
    paths: run.paths,
    steps: run.paths.reduce((sum, { path }) => sum + path.steps.length, 0),
    lowerBound:
      options.path !== undefined || run.paths.length === 0 ? 0 : (run.tier?.lowerBound ?? generated.lowerBound),
    ms: performance.now() - begun,
    failures: run.failures.toSorted((a, b) => a.steps.length - b.steps.length),
    holes:
      options.path === undefined ? [...Object.values(coverage).flatMap((one) => one.holes), ...run.neverSaid()] : [],
  };
}

function classesTaken({ suite: { graph } }: Generated, shown: ReadonlySet<string>): FlowReport['classes'] {
  const edges = graph.edges.flatMap(({ transitions }, index) => (transitions.length > 0 ? [`edge ${index}`] : []));
  return { covered: edges.filter((edge) => shown.has(edge)).length, total: edges.length };
}

function chosen(all: readonly Path[], { suite }: Generated, material: Material, wanted: string): Path[] {
  const found = all.find(({ id }) => id === wanted);
  if (found !== undefined) return [found];
  return wanted.includes(':') ? [readPath(material, suite.graph, wanted)] : [];
}

function says({ seen }: StepReport, words: string): boolean {
  return (
    seen !== undefined && (seen.text.includes(words) || seen.errors.some(({ message }) => message.includes(words)))
  );
}

class Run {
  readonly paths: PathReport[] = [];
  readonly failures: Failure[] = [];
  readonly shown = new Set<string>();
  readonly ofWhole = new Map<Criterion, Coverage>();
  private readonly loaded: LoadedFlow;
  private readonly generated: Generated;
  private readonly material: Material;
  private readonly options: RunFlowOptions;
  readonly tier: TierWalk | undefined;
  private readonly probe: Probe | undefined;

  constructor(
    loaded: LoadedFlow,
    generated: Generated,
    material: Material,
    options: RunFlowOptions,
    tier: TierWalk | undefined,
  ) {
    this.loaded = loaded;
    this.generated = generated;
    this.material = material;
    this.options = options;
    this.tier = tier;
    this.probe = this.freshProbe();
  }

  /** In the order in which they were planned, whichever comes to its end first. */
  async walkAll(all: readonly Path[], enough: () => boolean): Promise<void> {
    const place = new Map(all.map(({ id }, index) => [id, index]));
    const placeOf = ({ path }: PathReport) => place.get(path.id) ?? 0;
    let done = 0;
    await this.each(all, async (path) => {
      const report = enough() ? undefined : await this.walk(path);
      done += 1;
      this.options.onWalked?.(done, all.length, report);
    });
    this.paths.sort((a, b) => placeOf(a) - placeOf(b));
  }

  private async walk(whole: Path): Promise<PathReport> {
    const planned = this.tier?.plan(whole);
    const path = planned?.path ?? whole;
    const report = await this.walked(path, this.probe, planned?.ahead);
    this.paths.push(report);
    for (const item of report.shown) this.shown.add(item);
    const last = report.steps.at(-1);
    if (last === undefined || last.wrong.length === 0) {
      // Words are seen, not planned: an outcome counts where the screen told it.
      const shows = planned?.shows ?? this.generated.suite.shownBy.get(path.id) ?? [];
      for (const item of shows) if (!item.startsWith('outcome ')) this.shown.add(item);
      return report;
    }
    const shorter = this.options.firstFailure === true ? undefined : await this.shorter(path, report);
    const told = shorter ?? report;
    this.failures.push({
      path: path.id,
      steps: told.steps.map(({ name }) => name),
      state: last.state,
      problems: last.wrong,
      spelled: spell({ ...told.path, steps: told.path.steps.slice(0, told.steps.length - 1) }),
      reproduce: this.command(shorter === undefined ? path.id : spell(shorter.path)),
      lowest: await this.lowest(whole),
    });
    return report;
  }

  async reload(paths: readonly Path[]): Promise<void> {
    const open = this.tier?.open ?? this.options.open;
    await this.each(reloadCases(this.loaded, this.material, paths), async (one) => {
      const problems = await walkWithReload(this.loaded, this.material, one, { ...this.options, open });
      if (problems.length === 0) this.shown.add(`reload ${one.state}`);
      else {
        const spelled = spell({ ...one.path, steps: one.path.steps.slice(0, one.after) });
        this.failures.push({
          path: one.path.id,
          steps: [...spelled.split(' > '), '(load the page again)'],
          state: one.state,
          problems,
          spelled,
          reproduce: this.command(spell(one.path), 'reload'),
          lowest: (await this.reloadsOnMachine(one)) ? this.at : 'machine',
        });
      }
    });
  }

  async sneak(): Promise<void> {
    await this.each(this.tier?.sneaks ?? [], async ({ item, state, path, tryOut }) => {
      const problems = await tryOut();
      if (problems.length === 0) this.shown.add(item);
      else {
        const spelled = spell(path);
        const steps = [...spelled.split(' > '), `(${item.replace(`sneak ${state} `, '')})`];
        const reproduce = this.command(undefined, 'sneak');
        this.failures.push({ path: path.id, steps, state, problems, spelled, reproduce, lowest: this.at });
      }
    });
  }

  /** What is asked of the flow as a whole: on the bare machine, whose behaviour the other tiers share. */
  ask(): void {
    if (this.at !== 'machine') return;
    const { criteria, machine } = this.options;
    for (const { spelled, problem } of this.generated.kept.broken)
      this.failures.push({
        path: '',
        steps: [],
        state: '',
        problems: [problem],
        spelled,
        reproduce: this.command(spelled === '' ? undefined : spelled),
        lowest: 'machine',
      });
    for (const { criterion, coverage, found } of askWhole(this.loaded, criteria, machine)) {
      this.ofWhole.set(criterion, coverage);
      const reproduce = this.command(undefined, criterion);
      for (const { problems, state = '', input, moves = [] } of found)
        this.failures.push({
          path: '',
          steps: input === undefined ? [] : [`open as ${input}`, ...moves],
          state,
          problems,
          spelled: input === undefined ? '' : `${input}: ${moves.join(' > ')}`,
          reproduce,
          lowest: 'machine',
        });
    }
  }

  /** Words that a state says on no path, in a run that tries every bound. */
  neverSaid(): string[] {
    if (this.at !== 'machine' || !this.options.criteria.has('boundaries')) return [];
    return Object.entries(this.loaded.known.states ?? {}).flatMap(([state, { sometimes = [] }]) =>
      sometimes
        .filter(
          (words) => !this.paths.some(({ steps }) => steps.some((step) => step.state === state && says(step, words))),
        )
        .map((words) => `${state} says "${words}" on no path`),
    );
  }

  /** A few at once, where the tier has room for them. */
  private async each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
    const left = all.values();
    const worker = async () => {
      for (const one of left) await work(one);
    };
    await Promise.all(Array.from({ length: this.tier?.abreast ?? 1 }, worker));
  }

  private walked(path: Path, probe: Probe | undefined, ahead = 0): Promise<PathReport> {
    const { machine } = this.options;
    const open = this.tier?.open ?? this.options.open;
    return walkPath(this.loaded, this.material, path, { probe, open, ahead, ...(machine && { machine }) });
  }

  private freshProbe(): Probe | undefined {
    return this.options.criteria.has('sneak') && this.tier?.sneaks === undefined ? sneakProbe(this.loaded) : undefined;
  }

  private get at(): Tier {
    return this.options.tier ?? 'machine';
  }

  /** A path that fails here and holds on the bare machine fails by what stands between. */
  private async lowest(path: Path): Promise<Tier> {
    if (this.at === 'machine') return 'machine';
    const { machine } = this.options;
    const { steps } = await walkPath(this.loaded, this.material, path, { machine });
    return steps.some(({ wrong }) => wrong.length > 0) ? 'machine' : this.at;
  }

  private async reloadsOnMachine(one: ReloadCase): Promise<boolean> {
    const { machine } = this.options;
    return (await walkWithReload(this.loaded, this.material, one, { machine })).length === 0;
  }

  /** The same failure by fewer steps, where it is one. */
  private async shorter(path: Path, report: PathReport): Promise<PathReport | undefined> {
    const short = shortened(this.material, this.generated.suite.graph, path, report.steps.length - 1);
    if (short === undefined) return undefined;
    const again = await this.walked(this.tier?.plan(short).path ?? short, this.freshProbe());
    const wrong = again.steps.at(-1)?.wrong ?? [];
    return wrong.length > 0 && wrong[0] === report.steps.at(-1)?.wrong[0] ? again : undefined;
  }

  private command(path: string | undefined, only?: Criterion): string {
    const { seed, criteria } = this.options;
    const chosenCriteria = only === undefined ? [...criteria] : [only];
    const long = this.at === 'browser' && this.tier?.classes === true;
    return [
      `npm run --silent paths -- --flow ${this.loaded.flow.id} --tier ${this.options.tier ?? 'machine'}`,
      ...(seed === 1 ? [] : [`--seed ${seed}`]),
      ...(chosenCriteria.length === everyCriterion.length ? [] : [`--criteria ${chosenCriteria.join(',')}`]),
      ...(long ? ['--classes'] : []),
      ...(path === undefined ? [] : [`--path "${path}"`]),
    ].join(' ');
  }
}

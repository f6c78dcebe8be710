import type { AnyStateMachine } from 'xstate';
import type { Path } from '#engine/paths/path.ts';
import type { Material } from '#engine/paths/material.ts';
import {
  coverageOf,
  criteria as everyCriterion,
  generate,
  type Coverage,
  type Criterion,
  type Generated,
} from './criteria.ts';
import type { LoadedFlow } from './load.ts';
import { walkPath, type OpenWalker, type PathReport } from './machine-tier.ts';
import { reloadCases, walkWithReload } from './reload.ts';
import { sneakProbe } from './sneak.ts';
import { readPath, shortened, spell } from './spelled-path.ts';

export type Tier = 'machine' | 'dom';

export interface Failure {
  path: string;
  /** The moves to it, as short as was found. */
  steps: string[];
  state: string;
  problems: string[];
  /** The command that shows it again. */
  reproduce: string;
}

export interface FlowReport {
  flow: string;
  tier: Tier;
  generated: Generated;
  coverage: Record<Criterion, Coverage>;
  paths: PathReport[];
  steps: number;
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
  /** Another machine in the place of the flow's: a fault planted by a test. */
  machine?: AnyStateMachine;
}

/** Generates the paths of a flow and walks them in a tier. */
export async function runFlow(loaded: LoadedFlow, options: RunFlowOptions): Promise<FlowReport> {
  const { criteria, seed, machine } = options;
  const generated = generate(loaded, criteria, seed);
  const material = generated.boundaries?.material ?? loaded.material;
  const begun = performance.now();
  const run = new Run(loaded, generated, material, options);
  const wanted = options.path === undefined ? generated.paths : chosen(generated, material, options.path);
  for (const path of wanted) await run.walk(path);
  if (criteria.has('reload') && options.path === undefined && machine === undefined) await run.reload(generated.paths);
  const coverage = coverageOf(generated, criteria, run.shown);
  return {
    flow: loaded.flow.id,
    tier: options.tier ?? 'machine',
    generated,
    coverage,
    paths: run.paths,
    steps: run.paths.reduce((sum, { path }) => sum + path.steps.length, 0),
    ms: performance.now() - begun,
    failures: run.failures.toSorted((a, b) => a.steps.length - b.steps.length),
    holes: options.path === undefined ? Object.values(coverage).flatMap((one) => one.holes) : [],
  };
}

function chosen({ paths, suite }: Generated, material: Material, wanted: string): Path[] {
  const found = paths.filter(({ id }) => id === wanted);
  return found.length > 0 || !wanted.includes(':') ? found : [readPath(material, suite.graph, wanted)];
}

class Run {
  readonly paths: PathReport[] = [];
  readonly failures: Failure[] = [];
  readonly shown = new Set<string>();
  private readonly loaded: LoadedFlow;
  private readonly generated: Generated;
  private readonly material: Material;
  private readonly options: RunFlowOptions;
  private readonly probe: ReturnType<typeof sneakProbe> | undefined;

  constructor(loaded: LoadedFlow, generated: Generated, material: Material, options: RunFlowOptions) {
    this.loaded = loaded;
    this.generated = generated;
    this.material = material;
    this.options = options;
    this.probe = options.criteria.has('sneak') ? sneakProbe(loaded) : undefined;
  }

  async walk(path: Path): Promise<void> {
    const report = await this.walked(path, this.probe);
    this.paths.push(report);
    for (const item of report.shown) this.shown.add(item);
    const last = report.steps.at(-1);
    if (last === undefined || last.wrong.length === 0) {
      // Words are seen, not planned: an outcome counts where the screen told it.
      const planned = this.generated.suite.shownBy.get(path.id) ?? [];
      for (const item of planned) if (!item.startsWith('outcome ')) this.shown.add(item);
      return;
    }
    const shorter = await this.shorter(path, report);
    const told = shorter ?? report;
    this.failures.push({
      path: path.id,
      steps: told.steps.map(({ name }) => name),
      state: last.state,
      problems: last.wrong,
      reproduce: this.command(shorter === undefined ? path.id : spell(shorter.path)),
    });
  }

  async reload(paths: readonly Path[]): Promise<void> {
    for (const one of reloadCases(this.loaded, this.material, paths)) {
      const problems = await walkWithReload(this.loaded, this.material, one, this.options.open);
      if (problems.length === 0) this.shown.add(`reload ${one.state}`);
      else {
        const steps = [
          ...spell({ ...one.path, steps: one.path.steps.slice(0, one.after) }).split(' > '),
          '(load the page again)',
        ];
        this.failures.push({
          path: one.path.id,
          steps,
          state: one.state,
          problems,
          reproduce: this.command(undefined, 'reload'),
        });
      }
    }
  }

  private walked(path: Path, probe: ReturnType<typeof sneakProbe> | undefined): Promise<PathReport> {
    const { machine } = this.options;
    return walkPath(this.loaded, this.material, path, { probe, open: this.options.open, ...(machine && { machine }) });
  }

  /** The same failure by fewer steps, where it is one. */
  private async shorter(path: Path, report: PathReport): Promise<PathReport | undefined> {
    const short = shortened(this.material, this.generated.suite.graph, path, report.steps.length - 1);
    if (short === undefined) return undefined;
    const again = await this.walked(short, this.probe && sneakProbe(this.loaded));
    const wrong = again.steps.at(-1)?.wrong ?? [];
    return wrong.length > 0 && wrong[0] === report.steps.at(-1)?.wrong[0] ? again : undefined;
  }

  private command(path: string | undefined, only?: Criterion): string {
    const { seed, criteria } = this.options;
    const chosenCriteria = only === undefined ? [...criteria] : [only];
    return [
      `npm run --silent paths -- --flow ${this.loaded.flow.id} --tier ${this.options.tier ?? 'machine'}`,
      ...(seed === 1 ? [] : [`--seed ${seed}`]),
      ...(chosenCriteria.length === everyCriterion.length || this.options.tier === 'dom'
        ? []
        : [`--criteria ${chosenCriteria.join(',')}`]),
      ...(path === undefined ? [] : [`--path "${path}"`]),
    ].join(' ');
  }
}

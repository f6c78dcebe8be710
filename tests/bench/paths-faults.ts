// paths.faults: plants generated faults in machines, manifests, screens and the shared step machine, and counts how many of them
// `npm run paths` detects, with paths generated from the faulty flow. Three figures: all faults with the approved files;
// and, with only the laws and the other criteria, the faults of machines and those of screens and manifests. A full run takes minutes:
// - `CAIRN_BENCH_FAULTS=60` tries about sixty, evenly sampled.
// - `CAIRN_BENCH_FAULTS_AT=schemas/webhook,machines/webhook` tries all faults in files with these prefixes.
// - `CAIRN_BENCH_FAULTS_FILE=found.jsonl` writes the results there. If the file exists, faults that it lists as detected by both
//   are skipped, and the rest is judged again, for example after a new law or an interrupted run.
// - `CAIRN_BENCH_FAULTS_LANES=1` judges in one process; by default in one per core.
import { availableParallelism } from 'node:os';
import { plantedFaults } from '../paths/faults/all-faults.ts';
import { evenly } from '../paths/faults/fault.ts';
import { equivalenceOf } from '../paths/faults/equivalent.ts';
import { keyOf, type Area, type Fault } from '../paths/faults/fault.ts';
import { judgeAll } from '../paths/faults/judge-all.ts';
import type { Verdict } from '../paths/faults/judge.ts';
import { appendVerdict, left, readVerdicts } from '../paths/faults/results.ts';
import { rounded, type Bench, type BenchResult } from './bench.ts';

// Faults per kind and flow.
const EACH = 2;

async function chosenFaults(): Promise<{ faults: Fault[]; isSample: boolean }> {
  const places = process.env['CAIRN_BENCH_FAULTS_AT']?.split(',');
  const most = Number(process.env['CAIRN_BENCH_FAULTS'] ?? Number.POSITIVE_INFINITY);
  const all = await plantedFaults(places === undefined ? EACH : undefined);
  const there = all.filter(({ file }) => places?.some((place) => file.startsWith(place)) ?? true);
  return { faults: evenly(there, most), isSample: places !== undefined || there.length > most };
}

function figure(
  name: string,
  faults: readonly Fault[],
  isNoticed: (fault: Fault) => boolean,
  { goal, atLeast }: { goal: number; atLeast: number },
): BenchResult {
  const noticed = faults.filter(isNoticed).length;
  const value = rounded(noticed / Math.max(1, faults.length));
  const words = `>= ${goal} of at least ${atLeast} faults (${noticed} of ${faults.length})`;
  return { name, value, unit: 'ratio', goal: words, holds: value >= goal && faults.length >= atLeast };
}

/** One line per kind, and one per fault that nothing, or only the approved file, detects. */
function tell(faults: readonly Fault[], verdicts: ReadonlyMap<string, Verdict>): void {
  const groups = new Map<string, Fault[]>();
  for (const fault of faults)
    groups.set(`${fault.area} ${fault.kind}`, [...(groups.get(`${fault.area} ${fault.kind}`) ?? []), fault]);
  for (const [name, group] of [...groups].toSorted(([a], [b]) => a.localeCompare(b, 'en'))) {
    const of = group.map((fault) => verdicts.get(keyOf(fault)));
    const all = of.filter((verdict) => verdict?.approved ?? verdict?.laws).length;
    const alone = of.filter((verdict) => verdict?.laws !== undefined).length;
    console.error(`${name.padEnd(34)} ${group.length} planted, ${all} noticed, ${alone} without the approved file`);
  }
  for (const fault of faults) {
    const verdict = verdicts.get(keyOf(fault));
    if (verdict?.laws !== undefined) continue;
    const why = equivalenceOf(fault)?.why;
    const only =
      verdict?.approved === undefined ? `not noticed${why === undefined ? '' : ` (${why})`}` : 'approved file only';
    console.error(`${only}: ${keyOf(fault)}`);
  }
}

export const bench: Bench = {
  names: ['paths.faults', 'paths.faults.machines', 'paths.faults.screens'],
  async run() {
    const file = process.env['CAIRN_BENCH_FAULTS_FILE'];
    const { faults, isSample } = await chosenFaults();
    const verdicts = readVerdicts(file);
    const lanes = Number(process.env['CAIRN_BENCH_FAULTS_LANES'] ?? availableParallelism());
    await judgeAll(left(faults, verdicts), lanes, 'both', (verdict) => {
      verdicts.set(verdict.key, verdict);
      appendVerdict(file, verdict);
    });
    tell(faults, verdicts);
    const changing = faults.filter((fault) => equivalenceOf(fault) === undefined);
    const of = (...areas: Area[]) => changing.filter(({ area }) => areas.includes(area));
    const atLeast = (count: number) => (isSample ? 0 : count);
    const alone = (fault: Fault) => verdicts.get(keyOf(fault))?.laws !== undefined;
    const withApproved = (fault: Fault) => alone(fault) || verdicts.get(keyOf(fault))?.approved !== undefined;
    return [
      figure('paths.faults', changing, withApproved, { goal: 1, atLeast: atLeast(400) }),
      figure('paths.faults.machines', of('machine', 'shared'), alone, { goal: 0.8, atLeast: atLeast(100) }),
      figure('paths.faults.screens', of('screen', 'manifest'), alone, { goal: 0.6, atLeast: atLeast(100) }),
    ];
  },
};

// `npm run --silent mutants -- [--flow ID] [--each N] [--most N] [--lanes N] [--json]`
// Changes machines, manifests, screens and what all machines are built of, one mistake at a time, and counts which of them the
// generated paths, the laws and the approved files notice. Without `--flow` two of each kind in each flow; with it all of that flow.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { plantedFaults } from './faults/all-faults.ts';
import { evenly } from './faults/fault.ts';
import { judgeAll } from './faults/judge-all.ts';
import type { Verdict } from './faults/judge.ts';
import { reachesGoals, scoreOf, scoreWords } from './faults/score.ts';

const { values } = parseArgs({
  options: {
    flow: { type: 'string', multiple: true },
    each: { type: 'string' },
    most: { type: 'string' },
    lanes: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

function wholeNumber(name: 'each' | 'most' | 'lanes', otherwise: number): number {
  const given = values[name];
  if (given === undefined) return otherwise;
  if (!/^[1-9]\d{0,5}$/.test(given)) throw new Error(`--${name} needs a number from 1 to 999,999`);
  return Number(given);
}

async function main(): Promise<number> {
  const { flow: wanted } = values;
  const each = wholeNumber('each', wanted === undefined ? 2 : Number.POSITIVE_INFINITY);
  const planted = await plantedFaults(each);
  const unknown = wanted?.find((id) => !planted.some(({ flows }) => flows.includes(id)));
  if (unknown !== undefined) throw new Error(`There is no flow "${unknown}"`);
  // What all machines are built of is asked in all flows.
  const chosen = planted.filter(
    ({ area, flows }) => wanted === undefined || (area !== 'shared' && wanted.includes(flows[0] ?? '')),
  );
  const mutants = evenly(chosen, wholeNumber('most', Number.POSITIVE_INFINITY));
  const verdicts = new Map<string, Verdict>();
  await judgeAll(mutants, wholeNumber('lanes', availableParallelism()), 'either', (verdict) => {
    verdicts.set(verdict.key, verdict);
    if ((verdict.approved ?? verdict.laws) === undefined) console.error(`nothing notices: ${verdict.key}`);
    if (verdicts.size % 50 === 0) console.error(`${verdicts.size} of ${mutants.length}`);
  });
  const score = scoreOf(mutants, verdicts);
  console.log(values.json ? JSON.stringify(score) : scoreWords(score).join('\n'));
  return reachesGoals(score) ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

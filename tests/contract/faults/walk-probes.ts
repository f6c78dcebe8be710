// Run by `npm run bench -- server.faults`: which planted faults the access probes notice. Each fault is tried with the probes
// that reach its place, so that most need one or two.
import { expect, it } from 'vitest';
import {
  AccessProbes,
  administrative,
  changing,
  guarded,
  identified,
  judged,
  permitted,
  reading,
} from '../access-probes.ts';
import { silentFaults } from './chosen.ts';
import { appendResult } from './results.ts';
import { switchOn } from './switches.ts';

/** A probe that takes longer hangs, which is noticed too. */
const PROBE_MS = 20_000;

/** Where what the call itself reaches is noted; what prepares it reaches much the same for every call. */
let reached: Set<number> | undefined;
const probes = new AccessProbes((asking) => switchOn(made, asking ? reached : undefined));
/** The fault to make now. */
let made: number | undefined;
const all: { name: string; run(): Promise<void> }[] = [
  ...guarded.map(([name, call]) => ({ name: `${name}: strangers`, run: () => probes.refusesStrangers(call) })),
  ...permitted.map(([name, call]) => ({
    name: `${name}: permission`,
    run: () => probes.refusesWithoutItsPermission(call),
  })),
  ...changing.map(([name, call, valid]) => ({
    name: `${name}: change`,
    run: () => probes.changesForItsOwnerAlone(call, valid),
  })),
  ...reading.map(([name, call, valid]) => ({
    name: `${name}: reading`,
    run: () => probes.showsItsOwnerAlone(name, call, valid),
  })),
  ...administrative.map(([name, call, valid]) => ({
    name: `${name}: administration`,
    run: () => probes.changesForAdministrators(call, valid),
  })),
  ...identified.map(([name, call, valid]) => ({
    name: `${name}: unknown`,
    run: () => probes.findsNothingUnknown(call, valid),
  })),
  ...judged.map(([name, call, valid]) => ({
    name: `${name}: wrong values`,
    run: () => probes.refusesWrongValues(name, call, valid),
  })),
];

/** Probes of one kind ask alike: of each the one that reaches the fewest faults. */
function oneOfEachKind(near: readonly (typeof all)[number][]): (typeof all)[number][] {
  const kinds = new Map(near.toReversed().map((probe) => [probe.name.split(': ')[1], probe]));
  return [...kinds.values()].toReversed();
}

function make(fault: number | undefined): void {
  made = fault;
  switchOn(fault);
}

async function problemIn(run: () => Promise<void>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const hangs = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('it hangs'), PROBE_MS);
  });
  const ends = run().then(
    () => undefined,
    (error: unknown) => String(error instanceof Error ? error.message : error).slice(0, 120),
  );
  const problem = await Promise.race([ends, hangs]);
  clearTimeout(timer);
  return problem;
}

/** What hangs may go on for a while (a file that is being imported): then a new server begins. */
async function beginAgain(): Promise<void> {
  const problem = await problemIn(() => probes.begin());
  if (problem === undefined) return;
  await probes.server.close();
  await probes.open();
}

/** On a busy machine a probe may take too long once. */
async function problemTwice(run: () => Promise<void>): Promise<string | undefined> {
  return (await problemIn(run)) === undefined ? undefined : problemIn(run);
}

it('tries every fault that a probe reaches', { timeout: 3_600_000 }, async () => {
  const file = process.env['SERVER_FAULTS_FILE'];
  const faults = silentFaults(process.cwd(), file);
  make(undefined);
  await probes.open();
  const reachedBy = new Map<number, (typeof all)[number][]>();
  const sound: string[] = [];
  for (const probe of all) {
    const near = new Set<number>();
    reached = near;
    const problem = await problemTwice(probe.run);
    reached = undefined;
    if (problem !== undefined) sound.push(`${probe.name}: ${problem}`);
    else for (const id of near) reachedBy.set(id, [...(reachedBy.get(id) ?? []), probe]);
  }
  expect(sound, 'probes that fail without a fault').toEqual([]);
  const breadth = new Map<string, number>();
  for (const list of reachedBy.values()) for (const { name } of list) breadth.set(name, (breadth.get(name) ?? 0) + 1);
  for (const fault of faults) {
    const near = (reachedBy.get(fault.id) ?? []).toSorted(
      (a, b) => (breadth.get(a.name) ?? 0) - (breadth.get(b.name) ?? 0),
    );
    let noticed: string | undefined;
    for (const probe of oneOfEachKind(near)) {
      make(fault.id);
      const problem = await problemIn(probe.run);
      make(undefined);
      if (problem === undefined) continue;
      noticed = `${probe.name}: ${problem}`;
      await beginAgain();
      break;
    }
    if (file !== undefined)
      appendResult(file, { ...fault, ...(noticed === undefined ? {} : { by: 'probes', noticed }) });
  }
});

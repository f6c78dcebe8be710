// Which planted faults the server's own tests notice: every file runs once without a fault to learn which faults it reaches, then, for each
// fault, those of the files that reach it until one fails, the likely ones first.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { likelyFirst, readLibrary } from './likely-files.ts';
import type { PlantedFault } from './plant.ts';

const MOST_FILES = 12;
/** Most of a test file's time it waits, so a few at once take little longer than one. */
const LANES = 3;

declare module 'vitest' {
  interface ProvidedContext {
    /** The fault to make, 0 for none. */
    fault: number;
    /** Where each test file writes the faults that it reached. */
    reachedFolder: string;
  }
}

interface Reached {
  file: string;
  /** Faults, and how many the nearest of its tests reaches. */
  near: [id: number, breadth: number][];
}

/** What becomes of one fault; `files` is the number of test files that reach it. */
export type Tell = (fault: PlantedFault, noticed: string | undefined, files: number) => void;

export async function walkTests(root: string, faults: Iterable<PlantedFault>, tell: Tell) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-reached-'));
  const lanes = await Promise.all(Array.from({ length: LANES }, () => open(root)));
  try {
    const [first] = lanes as [Vitest];
    const { ok: sound } = await runFiles(first, { fault: 0, reachedFolder: folder }, []);
    const reached = readdirSync(folder)
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Reached)
      .filter(({ file }) => sound.has(file))
      .map(({ file, near }) => ({ file, near: new Map(near) }));
    const library = readLibrary(reached.map(({ file }) => file));
    const queue = each(faults);
    await Promise.all(
      lanes.map(async (vitest) => {
        for (const fault of queue) {
          const near = reached.flatMap(({ file, near }) => {
            const breadth = near.get(fault.id);
            return breadth === undefined ? [] : [{ file, breadth }];
          });
          const files = likelyFirst(library, join(root, dirname(fault.place)), fault, near);
          tell(fault, await firstFailure(vitest, fault.id, files.slice(0, MOST_FILES)), files.length);
        }
      }),
    );
  } finally {
    await Promise.all(lanes.map((vitest) => vitest.close()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One iterator that all lanes take from: a lane that ends must not close it. */
function each<Item>(items: Iterable<Item>): Iterable<Item> {
  const iterator = items[Symbol.iterator]();
  return { [Symbol.iterator]: () => ({ next: () => iterator.next() }) };
}

function open(root: string): Promise<Vitest> {
  return createVitest('test', {
    root,
    config: join(root, 'tests/contract/faults/tests.config.ts'),
    watch: false,
    reporters: [{}],
    maxWorkers: LANES,
  });
}

async function firstFailure(vitest: Vitest, fault: number, files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    const { failed } = await runFiles(vitest, { fault, reachedFolder: '' }, [file]);
    if (failed.length > 0) return failed[0];
  }
  return undefined;
}

/** Runs test files; none for all. Answers those that pass, and what fails. */
async function runFiles(
  vitest: Vitest,
  context: { fault: number; reachedFolder: string },
  files: readonly string[],
): Promise<{ ok: Set<string>; failed: string[] }> {
  for (const project of vitest.projects) {
    project.provide('fault', context.fault);
    project.provide('reachedFolder', context.reachedFolder);
    // With a fault the first failure says enough.
    project.config.bail = context.fault === 0 ? 0 : 1;
  }
  vitest.state.clearErrors();
  const specifications = await vitest.globTestSpecifications([...files]);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const ok = new Set<string>();
  const failed: string[] = [];
  for (const module of testModules) {
    // Those of earlier runs are answered again.
    if (files.length > 0 && !files.includes(module.moduleId)) continue;
    if (module.ok()) ok.add(module.moduleId);
    else {
      const [test] = [...module.children.allTests('failed')];
      failed.push(`${module.relativeModuleId}: ${test?.fullName ?? 'the file'}`);
    }
  }
  if (unhandledErrors.length > 0) failed.push('an error that nobody caught');
  return { ok, failed };
}

// Which planted faults the server's own tests notice: every file runs once without a fault to learn which faults it reaches, then, for each
// fault, the quickest of the files that reach it until one fails.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';

const MOST_FILES = 6;

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
  ids: number[];
}

export async function walkTests(
  root: string,
  faults: readonly number[],
  /** With the number of files that reach the fault. */
  tell: (id: number, noticed: string | undefined, files: number) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-reached-'));
  const vitest = await createVitest('test', {
    root,
    config: join(root, 'tests/contract/faults/tests.config.ts'),
    watch: false,
    reporters: [{}],
    maxWorkers: 2,
  });
  try {
    const context = { fault: 0, reachedFolder: folder };
    const soundMs = await runFiles(vitest, context, []);
    const reached = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Reached);
    for (const id of faults) {
      const files = reached
        .filter(({ file, ids }) => ids.includes(id) && soundMs.ok.has(file))
        .map(({ file }) => file)
        .toSorted((a, b) => (soundMs.ok.get(a) ?? 0) - (soundMs.ok.get(b) ?? 0))
        .slice(0, MOST_FILES);
      let noticed: string | undefined;
      for (const file of files) {
        const { failed } = await runFiles(vitest, { fault: id, reachedFolder: '' }, [file]);
        if (failed.length === 0) continue;
        noticed = failed[0];
        break;
      }
      tell(id, noticed, files.length);
    }
  } finally {
    await vitest.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs test files; none for all. Answers the milliseconds of those that pass, and what fails. */
async function runFiles(
  vitest: Vitest,
  context: { fault: number; reachedFolder: string },
  files: readonly string[],
): Promise<{ ok: Map<string, number>; failed: string[] }> {
  for (const project of vitest.projects) {
    project.provide('fault', context.fault);
    project.provide('reachedFolder', context.reachedFolder);
    // With a fault the first failure says enough.
    project.config.bail = context.fault === 0 ? 0 : 1;
  }
  const specifications = await vitest.globTestSpecifications([...files]);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const ok = new Map<string, number>();
  const failed: string[] = [];
  for (const module of testModules) {
    if (module.ok()) ok.set(module.moduleId, module.diagnostic().duration);
    else {
      const [test] = [...module.children.allTests('failed')];
      failed.push(`${module.relativeModuleId}: ${test?.fullName ?? 'the file'}`);
    }
  }
  if (unhandledErrors.length > 0) failed.push('an error that nobody caught');
  return { ok, failed };
}

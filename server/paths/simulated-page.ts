import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PathAnswers, SimulatedQuestion, WalkOptions } from './path-thread.ts';
import { root, walkInProcess } from './walk-process.ts';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** Whether the packages that make a simulated page are installed: those of the tests. */
export function hasSimulatedPage(): boolean {
  return existsSync(vitest);
}

/**
 * Walks the generated paths of a flow in a simulated page: its page, its server and its clock are those of the tests.
 * @throws PathsTooLong
 */
export async function walkInSimulatedPage<Question extends SimulatedQuestion>(
  question: Question,
  options: WalkOptions,
): Promise<PathAnswers[Question['kind']]> {
  return walkInProcess(question, { arguments: [vitest, 'run', '--project', 'paths'] }, options);
}

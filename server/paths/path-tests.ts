import type { Queries } from '../database/database.ts';
import { assertionsOf, type StateAssertions } from './assertions.ts';
import { keptPathsOf } from './kept-paths.ts';

/** What testers added to a flow in the Workbench. */
export interface PathTests {
  /** By state. */
  assertions: Readonly<Record<string, StateAssertions>>;
  /** Spelled paths that runs walk in addition to the generated ones. */
  keptPaths: readonly string[];
}

export const noPathTests: PathTests = { assertions: {}, keptPaths: [] };

export async function pathTestsOf(db: Queries, flow: string): Promise<PathTests> {
  return { assertions: await assertionsOf(db, flow), keptPaths: await keptPathsOf(db, flow) };
}

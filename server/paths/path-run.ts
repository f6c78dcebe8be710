import { eq } from 'drizzle-orm';
import { Type } from 'typebox';
import { Closed } from '#api/contract/shapes.ts';
import type { FlowData, FlowOutcome, WorkbenchTier } from '#api/contract/workbench.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import { readVariantName } from '#engine/document/variant.ts';
import type { Database } from '../database/database.ts';
import { pathReport, pathRun } from '../database/schema/path-runs.ts';
import type { Log } from '../log.ts';
import { Refused } from '../refused.ts';
import { runKind } from '../runs/run-kind.ts';
import { walkInBrowser } from './browser-walk.ts';
import { askPaths, PathsTooLong, type WalkOptions, type WalkQuestion } from './path-thread.ts';
import { pathTestsOf } from './path-tests.ts';
import { walkInSimulatedPage } from './simulated-page.ts';

/** A flow that takes longer ends the run: a simulated page takes ten times as long, a browser twenty times. */
const LONGEST_MS: Readonly<Record<WorkbenchTier, number>> = {
  machine: 600_000,
  dom: 3_600_000,
  browser: 7_200_000,
};

/** Walks the generated paths of flows, one flow after the other. A server that takes the run over skips the flows that are stored. */
export const pathRunKind = runKind({
  name: 'paths',
  // One run keeps all others waiting.
  permission: 'SYSTEM:Workbench.Access',
  title: 'run of generated paths',
  input: Closed({}),
  stages: ['walk'],
  /** A flow that was walked. */
  item: Type.Object({ flow: Type.String(), failures: Type.Integer() }),
  result: Type.Object({ flows: Type.Integer() }),
  errors: ['path_run_too_long'],
  resumable: true,
  async work({ id, signal, services, log, transaction, progress }) {
    const { database, screens } = services;
    const [row] = await database.select().from(pathRun).where(eq(pathRun.id, id));
    if (row === undefined) throw new Error(`The run of paths ${id} is gone`);
    const { flows, tier, criteria, seed } = row;
    const walked = await database.select({ flow: pathReport.flow }).from(pathReport).where(eq(pathReport.runId, id));
    const follow = followWalk(database, log, id);
    for (const flow of flows.filter((one) => !walked.some((other) => other.flow === one))) {
      progress({ stage: 'walk', done: 0, total: 0 });
      const tests = await pathTestsOf(database, flow);
      const question: WalkQuestion = {
        kind: 'walk',
        flow,
        documents: screens.replaced(flow),
        ...tests,
        criteria,
        seed,
      };
      const how: WalkOptions = {
        signal,
        longestMs: LONGEST_MS[tier],
        onProgress(done, total, walk) {
          progress({ stage: 'walk', done, total });
          if (walk) follow({ flow, ...walk });
        },
      };
      const walking =
        tier === 'browser'
          ? walkInBrowser({ ...question, texts: textsForAll(screens) }, how)
          : (tier === 'dom' ? walkInSimulatedPage : askPaths<WalkQuestion>)(question, how);
      const { data, junit } = await walking.catch((error: unknown) => {
        throw error instanceof PathsTooLong ? new Refused('path_run_too_long', { cause: error }) : error;
      });
      const outcome = outcomeOf(data);
      await transaction(async ({ db, found }) => {
        await db.insert(pathReport).values({ runId: id, flow, outcome, data, junit });
        found([{ key: flow, data: { flow, failures: outcome.failures + outcome.holes } }]);
      });
    }
    await transaction(async ({ db, now }) => {
      await db.update(pathRun).set({ endedAt: now }).where(eq(pathRun.id, id));
    });
    return { flows: flows.length };
  },
});

/** Published documents without the variants of organizations, which another server does not have. */
function textsForAll(screens: ScreenLibrary): Record<string, string> {
  const texts = Object.entries(screens.texts());
  return Object.fromEntries(texts.filter(([key]) => readVariantName(key).organizationId === undefined));
}

type StoredWalk = NonNullable<(typeof pathRun.$inferSelect)['walk']>;

/** Stores the reached states for the page that polls the run. Writes one at a time and skips to the latest report. */
function followWalk(database: Database, log: Log, id: string): (walk: StoredWalk) => void {
  let next: StoredWalk | undefined;
  let writing = false;
  const write = async (): Promise<void> => {
    writing = true;
    while (next !== undefined) {
      const walk = next;
      next = undefined;
      await database.update(pathRun).set({ walk }).where(eq(pathRun.id, id));
    }
    writing = false;
  };
  return (walk) => {
    next = walk;
    if (writing) return;
    // Only the live diagram misses this report; the next one retries.
    write().catch((error: unknown) => {
      writing = false;
      log.warn({ err: error }, 'the progress of a run of paths could not be stored');
    });
  };
}

function outcomeOf({ flow, criteria, paths, steps, ms, failures, holes, notWalked }: FlowData): FlowOutcome {
  return {
    flow,
    criteria,
    paths: paths.length,
    steps,
    ms,
    failures: failures.length,
    holes: holes.length,
    ...(notWalked !== undefined && { notWalked }),
  };
}

import { Type } from 'typebox';
import { FlowId } from '#api/contract/workbench.ts';
import { Closed } from '#api/contract/shapes.ts';
import { mutantReport } from '../database/schema/path-runs.ts';
import { Refused } from '../refused.ts';
import { runKind } from '../runs/run-kind.ts';
import { pathTestsOf } from './path-tests.ts';
import { askPaths, PathsTooLong } from './path-thread.ts';

/** Mutants of one flow in one run. */
const MOST = 120;
const LONGEST_MS = 1_200_000;

/** Tries changes to the machine and the screens of a flow. The report takes the place of the one before. */
export const mutantRunKind = runKind({
  name: 'mutants',
  // One run keeps all others waiting.
  permission: 'SYSTEM:Workbench.Access',
  title: 'run of changed flows',
  input: Closed({ flow: FlowId }),
  stages: ['judge'],
  item: Type.Object({ flow: Type.String() }),
  result: Type.Object({ survivors: Type.Integer() }),
  errors: ['path_run_too_long'],
  resumable: true,
  async work({ input: { flow }, userId, signal, services, transaction, progress }) {
    const { database, screens } = services;
    progress({ stage: 'judge', done: 0, total: 0 });
    const question = {
      kind: 'mutants' as const,
      flow,
      documents: screens.replaced(flow),
      ...(await pathTestsOf(database, flow)),
      most: MOST,
    };
    const onProgress = (done: number, total: number): void => progress({ stage: 'judge', done, total });
    const mutants = await askPaths(question, { signal, longestMs: LONGEST_MS, onProgress }).catch((error: unknown) => {
      throw error instanceof PathsTooLong ? new Refused('path_run_too_long', { cause: error }) : error;
    });
    await transaction(async ({ db, now }) => {
      const report = { ...mutants, startedBy: userId, at: now };
      await db
        .insert(mutantReport)
        .values({ flow, ...report })
        .onConflictDoUpdate({ target: mutantReport.flow, set: report });
    });
    return { survivors: mutants.survivors.length };
  },
});

import { monitorImportRun } from '../monitors/transfer/import-run.ts';
import { erasingRun } from '../backup-data/erasing-run.ts';
import { agentCommandRuns } from '../agents/command-runs.ts';
import { mutantRunKind } from '../paths/mutant-run.ts';
import { pathRunKind } from '../paths/path-run.ts';
import type { AnyRunKind } from './run-kind.ts';

/** Every kind of run. */
export const runKinds: readonly AnyRunKind[] = [
  monitorImportRun,
  pathRunKind,
  mutantRunKind,
  erasingRun,
  ...agentCommandRuns,
];

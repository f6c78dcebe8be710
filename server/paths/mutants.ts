import { and, eq, inArray } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Run } from '#api/contract/runs.ts';
import { personName } from '../accounts/person-name.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { mutantReport } from '../database/schema/path-runs.ts';
import { run } from '../database/schema/runs.ts';
import { appUser } from '../database/schema/users.ts';
import { startRun } from '../runs/start-run.ts';
import { requireFlow } from './assertions.ts';
import { pathTestsOf } from './path-tests.ts';
import { mutantRunKind } from './mutant-run.ts';
import { refuseSecondWalk } from './path-runs.ts';
import { askedNow } from './path-thread.ts';

/** @throws Refused `not_found` for a flow that does not exist, `path_run_active` */
export async function startMutants(context: WriteContext & Pick<CallContext, 'ip'>, flow: string): Promise<Run> {
  requireFlow(context.services, flow);
  await refuseSecondWalk(context.db);
  return startRun(context, mutantRunKind, { input: { flow }, subject: flow, about: `of the flow ${flow}` });
}

/** @throws Refused `not_found` for a flow that does not exist */
export async function readMutants(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  flow: string,
): Promise<ReplyOf<Catalogue['readMutants']>> {
  requireFlow(services, flow);
  const [found] = await db
    .select({ report: mutantReport, startedBy: personName() })
    .from(mutantReport)
    .leftJoin(appUser, eq(appUser.id, mutantReport.startedBy))
    .where(eq(mutantReport.flow, flow));
  const isActive = and(
    eq(run.kind, mutantRunKind.name),
    eq(run.subject, flow),
    inArray(run.state, ['queued', 'running']),
  );
  const [active] = await db.select({ id: run.id, progress: run.progress }).from(run).where(isActive).limit(1);
  return {
    report: found
      ? {
          at: found.report.at.toISOString(),
          startedBy: found.startedBy,
          total: found.report.total,
          killed: found.report.killed,
          equivalent: found.report.equivalent,
          survivors: found.report.survivors,
          broken: found.report.broken,
        }
      : null,
    run: active ? { id: active.id, done: active.progress.done, total: active.progress.total } : null,
  };
}

/** @throws Refused `not_found` for a flow that does not exist, `paths_busy`, `path_too_long` */
export async function judgeMutant(
  { db, services, clientGone }: Pick<CallContext, 'db' | 'services' | 'clientGone'>,
  flow: string,
  key: string,
): Promise<string | null> {
  requireFlow(services, flow);
  const documents = services.screens.replaced(flow);
  return askedNow({ kind: 'mutant', flow, documents, ...(await pathTestsOf(db, flow)), key }, clientGone);
}

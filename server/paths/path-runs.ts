import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { BodyOf, FileReply, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Run } from '#api/contract/runs.ts';
import type { FlowData, PlayedStep } from '#api/contract/workbench.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { pathReport, pathRun } from '../database/schema/path-runs.ts';
import { run } from '../database/schema/runs.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { startRun } from '../runs/start-run.ts';
import { assertionsOf, requireFlow } from './assertions.ts';
import { pathRunKind } from './path-run.ts';
import { askPathsNow } from './path-thread.ts';

type PathRun = ReplyOf<Catalogue['readPathRun']>;
type Reading = Pick<CallContext, 'db' | 'actor'>;

/** Runs that are kept: a report of all flows has about 3 MB. */
const MOST_KEPT = 50;

/** Starts a run and drops the oldest. @throws Refused `not_found` for a flow that does not exist */
export async function startPathRun(context: CallContext, wanted: BodyOf<Catalogue['startPathRun']>): Promise<Run> {
  const { db, actor, now, services } = context;
  for (const flow of wanted.flows) requireFlow(services, flow);
  const count = wanted.flows.length;
  const about = `of ${count === 1 ? `the flow ${wanted.flows[0]}` : `${count} flows`}`;
  const started = await startRun(context, pathRunKind, { input: {}, about });
  await db
    .insert(pathRun)
    .values({ ...wanted, id: started.id, startedBy: signedIn(actor).userId, startedAt: now })
    .onConflictDoNothing();
  const newest = db.select({ id: pathRun.id }).from(pathRun).orderBy(desc(pathRun.startedAt)).limit(MOST_KEPT);
  const active = db
    .select({ id: run.id })
    .from(run)
    .where(inArray(run.state, ['queued', 'running']));
  await db.delete(pathRun).where(and(notInArray(pathRun.id, newest), notInArray(pathRun.id, active)));
  return started;
}

/** The latest first. */
export async function listPathRuns(context: Reading): Promise<PathRun[]> {
  const rows = await rowsOf(context.db).orderBy(desc(pathRun.startedAt)).limit(MOST_KEPT);
  return toPathRuns(context, rows);
}

/** @throws Refused `not_found` */
export async function readPathRun(context: Reading, id: string): Promise<PathRun> {
  const [found] = await toPathRuns(context, await rowsOf(context.db).where(eq(pathRun.id, id)));
  if (found === undefined) throw new Refused('not_found');
  return found;
}

function rowsOf(db: Queries) {
  return db
    .select({
      row: pathRun,
      startedBy: sql<string>`coalesce(trim(${appUser.firstName} || ' ' || ${appUser.lastName}), '')`,
      work: { state: run.state, progress: run.progress, endedAt: run.endedAt },
    })
    .from(pathRun)
    .leftJoin(appUser, eq(appUser.id, pathRun.startedBy))
    .leftJoin(run, eq(run.id, pathRun.id))
    .$dynamic();
}

async function toPathRuns({ db, actor }: Reading, rows: Awaited<ReturnType<typeof rowsOf>>): Promise<PathRun[]> {
  const ids = rows.map(({ row }) => row.id);
  const outcomes =
    ids.length === 0
      ? []
      : await db
          .select({ runId: pathReport.runId, outcome: pathReport.outcome })
          .from(pathReport)
          .where(inArray(pathReport.runId, ids));
  const { userId } = signedIn(actor);
  return rows.map(({ row: { id, startedAt, endedAt, flows, criteria, seed, startedBy: owner }, startedBy, work }) => {
    const own = outcomes.filter(({ runId }) => runId === id).map(({ outcome }) => outcome);
    // The row of a run expires a week after it has ended.
    const state = endedAt === null ? (work?.state ?? 'interrupted') : 'done';
    const next = flows.find((flow) => !own.some((outcome) => outcome.flow === flow));
    const ended = endedAt ?? work?.endedAt;
    return {
      id,
      state,
      startedBy,
      own: owner === userId,
      startedAt: startedAt.toISOString(),
      endedAt: ended?.toISOString() ?? null,
      flows,
      criteria,
      seed,
      outcomes: own,
      now:
        state === 'running' && work && next !== undefined
          ? { flow: next, done: work.progress.done, total: work.progress.total }
          : null,
    };
  });
}

/** @throws Refused `not_found` */
export async function readPathReport({ db }: Pick<Reading, 'db'>, id: string, flow: string): Promise<FlowData> {
  const [found] = await db
    .select({ data: pathReport.data })
    .from(pathReport)
    .where(and(eq(pathReport.runId, id), eq(pathReport.flow, flow)));
  if (found === undefined) throw new Refused('not_found');
  return found.data;
}

/** The reports of all flows that were walked, as JSON or as JUnit's XML. @throws Refused `not_found` */
export async function exportPathRun(context: Reading, id: string, format: 'json' | 'junit'): Promise<FileReply> {
  const { startedAt } = await readPathRun(context, id);
  const name = `paths-${startedAt.slice(0, 10)}-${id.slice(0, 8)}`;
  const isMine = eq(pathReport.runId, id);
  const { db } = context;
  const flows = await db.select({ flow: pathReport.flow }).from(pathReport).where(isMine).orderBy(pathReport.flow);
  const ofFlow = (flow: string) => and(isMine, eq(pathReport.flow, flow));
  async function* json(): AsyncGenerator<string> {
    yield '[';
    for (const [index, { flow }] of flows.entries())
      yield `${index === 0 ? '' : ','}\n${JSON.stringify(await readPathReport(context, id, flow))}`;
    yield '\n]\n';
  }
  async function* junit(): AsyncGenerator<string> {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n';
    for (const { flow } of flows) {
      const [found] = await db.select({ junit: pathReport.junit }).from(pathReport).where(ofFlow(flow));
      yield `${found?.junit ?? ''}\n`;
    }
    yield '</testsuites>\n';
  }
  return format === 'json'
    ? { name: `${name}.json`, mediaType: 'application/json', text: json() }
    : { name: `${name}.xml`, mediaType: 'application/xml', text: junit() };
}

/**
 * Walks one path of a flow on its machine with the screens in use.
 * @throws Refused `not_found`, `screen_check_busy`, `screen_check_too_long`
 */
export async function playPath(
  { db, services, clientGone }: Pick<CallContext, 'db' | 'services' | 'clientGone'>,
  { flow, path, seed }: BodyOf<Catalogue['playPath']>,
): Promise<PlayedStep[]> {
  requireFlow(services, flow);
  const documents = services.screens.replaced(flow);
  const assertions = await assertionsOf(db, flow);
  return askPathsNow({ kind: 'play', flow, documents, assertions, path, seed }, clientGone);
}

import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { personName } from '../accounts/person-name.ts';
import type { BodyOf, FileReply, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Run } from '#api/contract/runs.ts';
import type { FlowData, PathWalk, PlayedStep } from '#api/contract/workbench.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext, WriteContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { pathReport, pathRun } from '../database/schema/path-runs.ts';
import { run } from '../database/schema/runs.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { startRun } from '../runs/start-run.ts';
import { requireFlow } from './assertions.ts';
import { browserForPaths } from './browser-walk.ts';
import { mutantRunKind } from './mutant-run.ts';
import { pathRunKind } from './path-run.ts';
import { pathTestsOf } from './path-tests.ts';
import { askedNow, playedPath } from './path-thread.ts';
import { hasSimulatedPage } from './simulated-page.ts';

type PathRun = ReplyOf<Catalogue['readPathRun']>;
type Reading = Pick<CallContext, 'db' | 'actor'>;

type ListedRun = ReplyOf<Catalogue['listPathRuns']>[number];

/** Runs that are kept: each holds the paths of all its flows. */
const MOST_KEPT = 50;

/**
 * Starts a run and drops the oldest. One run at a time: a walk fills a core, and other kinds of runs wait for the same slots.
 * @throws Refused `not_found` for a flow that does not exist, `simulated_page_missing`, `browser_missing`, `path_run_active`
 */
export async function startPathRun(
  context: WriteContext & Pick<CallContext, 'ip'>,
  wanted: BodyOf<Catalogue['startPathRun']>,
): Promise<Run> {
  const { db, actor, now, services } = context;
  for (const flow of wanted.flows) requireFlow(services, flow);
  if (wanted.tier === 'dom' && !hasSimulatedPage()) throw new Refused('simulated_page_missing');
  if (wanted.tier === 'browser' && (await browserForPaths()) === undefined) throw new Refused('browser_missing');
  await refuseSecondWalk(db);
  const count = wanted.flows.length;
  const about = `of ${count === 1 ? `the flow ${wanted.flows[0]}` : `${count} flows`}`;
  const started = await startRun(context, pathRunKind, { input: {}, about });
  await db.insert(pathRun).values({ ...wanted, id: started.id, startedBy: signedIn(actor).userId, startedAt: now });
  const newest = db.select({ id: pathRun.id }).from(pathRun).orderBy(desc(pathRun.startedAt)).limit(MOST_KEPT);
  await db.delete(pathRun).where(notInArray(pathRun.id, newest));
  return started;
}

/**
 * Until the transaction ends, nobody else starts a run of paths or of changed flows: each fills a core.
 * @throws Refused `path_run_active`
 */
export async function refuseSecondWalk(db: Queries): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('path run', 0))`);
  const kinds = [pathRunKind.name, mutantRunKind.name];
  const active = db
    .select({ id: run.id })
    .from(run)
    .where(and(inArray(run.kind, kinds), inArray(run.state, ['queued', 'running'])));
  if ((await active).length > 0) throw new Refused('path_run_active');
}

/** The latest first. */
export async function listPathRuns(context: Reading): Promise<ListedRun[]> {
  const problems = sql<number>`(
    select coalesce(sum((${pathReport.outcome} ->> 'failures')::int + (${pathReport.outcome} ->> 'holes')::int), 0)::int
    from ${pathReport} where ${pathReport.runId} = ${pathRun.id})`;
  const rows = await context.db
    .select({ ...columns, problems })
    .from(pathRun)
    .leftJoin(appUser, eq(appUser.id, pathRun.startedBy))
    .leftJoin(run, eq(run.id, pathRun.id))
    .orderBy(desc(pathRun.startedAt))
    .limit(MOST_KEPT);
  return rows.map((row) => ({ ...toListed(row), problems: row.problems }));
}

/** @throws Refused `not_found` */
export async function readPathRun(context: Reading, id: string): Promise<PathRun> {
  const { db } = context;
  const [found] = await db
    .select(columns)
    .from(pathRun)
    .leftJoin(appUser, eq(appUser.id, pathRun.startedBy))
    .leftJoin(run, eq(run.id, pathRun.id))
    .where(eq(pathRun.id, id));
  if (found === undefined) throw new Refused('not_found');
  const reports = await db.select({ outcome: pathReport.outcome }).from(pathReport).where(eq(pathReport.runId, id));
  const outcomes = reports.map(({ outcome }) => outcome);
  const listed = toListed(found);
  const next = found.row.flows.find((flow) => !outcomes.some((outcome) => outcome.flow === flow));
  const { work } = found;
  return {
    ...listed,
    problems: outcomes.reduce((sum, { failures, holes }) => sum + failures + holes, 0),
    outcomes,
    now:
      listed.state === 'running' && work && next !== undefined
        ? { flow: next, done: work.progress.done, total: work.progress.total, ...walkOf(found.row.walk, next) }
        : null,
  };
}

/** A flow that begins has no walk yet: what is stored is of the one before. */
function walkOf(stored: FoundRun['row']['walk'], next: string): PathWalk {
  if (stored?.flow !== next) return { reached: [], failed: [], at: '' };
  const { reached, failed, at } = stored;
  return { reached, failed, at };
}

const columns = {
  row: pathRun,
  startedBy: personName(),
  work: { state: run.state, progress: run.progress, endedAt: run.endedAt },
};

interface FoundRun {
  row: typeof pathRun.$inferSelect;
  startedBy: string;
  work: Pick<typeof run.$inferSelect, 'state' | 'progress' | 'endedAt'> | null;
}

function toListed({ row, startedBy, work }: FoundRun): Omit<ListedRun, 'problems'> {
  const { id, startedAt, endedAt, flows, tier, criteria, seed } = row;
  return {
    id,
    // The row of `run` expires a week after its end.
    state: endedAt === null ? (work?.state ?? 'interrupted') : 'done',
    startedBy,
    startedAt: startedAt.toISOString(),
    endedAt: (endedAt ?? work?.endedAt)?.toISOString() ?? null,
    flows,
    tier,
    criteria,
    seed,
  };
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

/**
 * The reports of all flows that were walked, as JSON, as JUnit's XML or as one HTML page.
 * @throws Refused `not_found`, `paths_busy`
 */
export async function exportPathRun(
  context: Reading & Pick<CallContext, 'clientGone'>,
  id: string,
  format: 'html' | 'json' | 'junit',
): Promise<FileReply> {
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
  if (format === 'html') {
    const reports: FlowData[] = [];
    for (const { flow } of flows) reports.push(await readPathReport(context, id, flow));
    const html = await askedNow({ kind: 'page', reports }, context.clientGone);
    return { name: `${name}.html`, mediaType: 'text/html', text: whole(html) };
  }
  return format === 'json'
    ? { name: `${name}.json`, mediaType: 'application/json', text: json() }
    : { name: `${name}.xml`, mediaType: 'application/xml', text: junit() };
}

async function* whole(text: string): AsyncGenerator<string> {
  yield text;
}

/**
 * Walks one path of a flow on its machine with the screens in use.
 * @throws Refused `not_found`, `paths_busy`, `path_too_long`
 */
export async function playPath(
  { db, services, clientGone }: Pick<CallContext, 'db' | 'services' | 'clientGone'>,
  { flow, path, seed }: BodyOf<Catalogue['playPath']>,
): Promise<PlayedStep[]> {
  requireFlow(services, flow);
  const documents = services.screens.replaced(flow);
  return playedPath({ flow, documents, ...(await pathTestsOf(db, flow)), path, seed, names: 'states' }, clientGone);
}

import { asc, count, eq } from 'drizzle-orm';
import { personName } from '../accounts/person-name.ts';
import type { FileReply, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { mostPathSteps } from '#api/contract/workbench.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext, WriteContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { keptPath } from '../database/schema/path-runs.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { requireFlow } from './assertions.ts';

/** Of one flow. */
const MOST_KEPT = 100;
/** Of a path, in the audit trail. */
const TOLD_LENGTH = 500;

/** As they are spelled, the oldest first. */
export async function keptPathsOf(db: Queries, flow: string): Promise<string[]> {
  const rows = await db
    .select({ path: keptPath.path })
    .from(keptPath)
    .where(eq(keptPath.flow, flow))
    .orderBy(asc(keptPath.id));
  return rows.map(({ path }) => path);
}

/** @throws Refused `not_found` for a flow that does not exist */
export async function listKeptPaths(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  flow: string,
): Promise<ReplyOf<Catalogue['listKeptPaths']>> {
  requireFlow(services, flow);
  const rows = await db
    .select({ row: keptPath, addedBy: personName() })
    .from(keptPath)
    .leftJoin(appUser, eq(appUser.id, keptPath.addedBy))
    .where(eq(keptPath.flow, flow))
    .orderBy(asc(keptPath.id));
  return rows.map(({ row: { id, path, addedAt }, addedBy }) => ({
    id,
    path,
    addedBy,
    addedAt: addedAt.toISOString(),
  }));
}

/** @throws Refused `not_found` for a flow that does not exist, `path_too_long`, `path_kept_already`, `too_many_kept_paths` */
export async function keepPath(
  { db, actor, now, services, audit }: Pick<CallContext, 'actor' | 'services'> & WriteContext,
  flow: string,
  path: string,
): Promise<number> {
  requireFlow(services, flow);
  if (path.split(' > ').length > mostPathSteps) throw new Refused('path_too_long');
  const [held] = await db.select({ count: count() }).from(keptPath).where(eq(keptPath.flow, flow));
  if ((held?.count ?? 0) >= MOST_KEPT) throw new Refused('too_many_kept_paths');
  const [added] = await db
    .insert(keptPath)
    .values({ flow, path, addedBy: signedIn(actor).userId, addedAt: now })
    .onConflictDoNothing()
    .returning({ id: keptPath.id });
  if (added === undefined) throw new Refused('path_kept_already');
  await audit({
    action: 'PATH_KEPT',
    entityType: 'FLOW',
    entityId: flow,
    summary: `Kept a path of the flow ${flow}`,
    detail: { path: path.slice(0, TOLD_LENGTH) },
  });
  return added.id;
}

/** @throws Refused `not_found` */
export async function removeKeptPath({ db, audit }: WriteContext, id: number): Promise<void> {
  const [removed] = await db.delete(keptPath).where(eq(keptPath.id, id)).returning();
  if (removed === undefined) throw new Refused('not_found');
  const { flow, path } = removed;
  await audit({
    action: 'PATH_REMOVED',
    entityType: 'FLOW',
    entityId: flow,
    summary: `Removed a kept path of the flow ${flow}`,
    detail: { path: path.slice(0, TOLD_LENGTH) },
  });
}

/** The file that a checkout reads as `tests/paths/<flow>/kept-paths.txt`. @throws Refused `not_found` without a path */
export async function exportKeptPaths(db: Queries, flow: string): Promise<FileReply> {
  const kept = await keptPathsOf(db, flow);
  if (kept.length === 0) throw new Refused('not_found');
  async function* text(): AsyncGenerator<string> {
    yield `${kept.join('\n')}\n`;
  }
  return { name: 'kept-paths.txt', mediaType: 'text/plain', text: text() };
}

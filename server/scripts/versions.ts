import { and, desc, eq, lte, sql } from 'drizzle-orm';
import { personName } from '../accounts/person-name.ts';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { mostVersions } from '#api/contract/script.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { script, scriptVersion } from '../database/schema/script.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';

type Version = ReplyOf<Catalogue['readScriptVersion']>;

const row = {
  number: scriptVersion.number,
  createdAt: scriptVersion.createdAt,
  createdBy: personName(),
  characters: sql<number>`length(${scriptVersion.script})::int`,
};

/** The latest first. The caller has checked that the script may be read. */
export async function listVersions(db: Queries, scriptId: number): Promise<ReplyOf<Catalogue['listScriptVersions']>> {
  const rows = await db
    .select(row)
    .from(scriptVersion)
    .leftJoin(appUser, eq(appUser.id, scriptVersion.createdBy))
    .where(eq(scriptVersion.scriptId, scriptId))
    .orderBy(desc(scriptVersion.number));
  return rows.map(({ createdAt, ...told }) => ({ ...told, createdOn: createdAt.toISOString() }));
}

/** @throws Refused `not_found` */
export async function readVersion(db: Queries, scriptId: number, number: number): Promise<Version> {
  const [found] = await db
    .select({ ...row, script: scriptVersion.script })
    .from(scriptVersion)
    .leftJoin(appUser, eq(appUser.id, scriptVersion.createdBy))
    .where(and(eq(scriptVersion.scriptId, scriptId), eq(scriptVersion.number, number)));
  if (!found) throw new Refused('not_found');
  const { createdAt, ...told } = found;
  return { ...told, createdOn: createdAt.toISOString() };
}

/** Keeps a text as the latest version, and drops the oldest beyond `mostVersions`. The caller holds the script's lock. */
export async function addVersion(
  { db, actor, now }: Pick<CallContext, 'db' | 'actor' | 'now'>,
  scriptId: number,
  text: string,
): Promise<void> {
  const [changed] = await db
    .update(script)
    .set({ version: sql`${script.version} + 1` })
    .where(eq(script.id, scriptId))
    .returning({ version: script.version });
  if (!changed) throw new Refused('not_found');
  const number = changed.version;
  const { userId } = signedIn(actor);
  await db.insert(scriptVersion).values({ scriptId, number, script: text, createdBy: userId, createdAt: now });
  await db
    .delete(scriptVersion)
    .where(and(eq(scriptVersion.scriptId, scriptId), lte(scriptVersion.number, number - mostVersions)));
}

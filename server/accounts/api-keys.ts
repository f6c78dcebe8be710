import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { ApiKeyPair, OwnedApiKeyPair } from '#api/contract/users.ts';
import { isStandingUser } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { apiKey, appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { hashToken, newToken } from './tokens.ts';

type Pair = Static<typeof ApiKeyPair>;

export async function listApiKeys(db: Queries, userId: number): Promise<Pair[]> {
  const rows = await db.select().from(apiKey).where(eq(apiKey.userId, userId)).orderBy(desc(apiKey.id));
  return rows.map(toPair);
}

/** The keys of every user, for administrators. */
export async function listEveryApiKey(db: Queries): Promise<Static<typeof OwnedApiKeyPair>[]> {
  const rows = await db
    .select({ key: apiKey, owner: appUser })
    .from(apiKey)
    .innerJoin(appUser, and(eq(appUser.id, apiKey.userId), isStandingUser()))
    .orderBy(sql`lower(${appUser.lastName})`, sql`lower(${appUser.firstName})`, asc(appUser.id), desc(apiKey.id));
  return rows.map(({ key, owner: { id, firstName, lastName, email, sysadmin } }) => ({
    ...toPair(key),
    owner: { id, name: `${firstName} ${lastName}`.trim(), email, sysadmin },
  }));
}

/** Creates a key pair (C16-06). Only this reply contains the secret. */
export async function addApiKey(
  db: Queries,
  userId: number,
  { name, scope, expiresInDays }: { name: string; scope: 'read' | 'write'; expiresInDays: number },
  now: Date,
): Promise<{ apikeypair: Pair; secret: string }> {
  const secret = newToken();
  const expiresAt = new Date(now.getTime() + expiresInDays * 24 * 3600 * 1000);
  const keyId = randomBytes(12).toString('hex');
  const [row] = await db
    .insert(apiKey)
    .values({ userId, name, keyId, secretHash: hashToken(secret), scope, createdAt: now, expiresAt })
    .returning();
  if (!row) throw new Error('The API key was not stored');
  return { apikeypair: toPair(row), secret };
}

/** Revokes a key of this user; without `userId`, of any user. @throws Refused `not_found` */
export async function removeApiKey(
  db: Queries,
  id: number,
  userId?: number,
): Promise<{ name: string; userId: number }> {
  const [row] = await db
    .delete(apiKey)
    .where(and(eq(apiKey.id, id), userId === undefined ? undefined : eq(apiKey.userId, userId)))
    .returning({ name: apiKey.name, userId: apiKey.userId });
  if (!row) throw new Refused('not_found');
  return row;
}

/** Revokes every key of a user permanently. The caller announces `session`. */
export async function endApiKeys(db: Queries, userId: number): Promise<void> {
  await db.delete(apiKey).where(eq(apiKey.userId, userId));
}

function toPair({ id, name, keyId, scope, createdAt, expiresAt, lastUsedAt }: typeof apiKey.$inferSelect): Pair {
  return {
    id,
    name,
    keyId,
    scope,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

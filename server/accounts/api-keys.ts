import { randomBytes } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { ApiKeyPair } from '#api/contract/users.ts';
import type { Queries } from '../database/database.ts';
import { apiKey } from '../database/schema/core.ts';
import { Refused } from '../http/handler.ts';
import { hashToken, newToken } from './tokens.ts';

type Pair = Static<typeof ApiKeyPair>;

export async function listApiKeys(db: Queries, userId: number): Promise<Pair[]> {
  const rows = await db.select().from(apiKey).where(eq(apiKey.userId, userId)).orderBy(desc(apiKey.id));
  return rows.map(toPair);
}

/** Makes a key pair (C16-06). The secret is in this answer and nowhere else. */
export async function addApiKey(
  db: Queries,
  userId: number,
  name: string,
  now: Date,
): Promise<{ apikeypair: Pair; secret: string }> {
  const secret = newToken();
  const [row] = await db
    .insert(apiKey)
    .values({ userId, name, keyId: randomBytes(12).toString('hex'), secretHash: hashToken(secret), createdAt: now })
    .returning();
  if (!row) throw new Error('The API key was not stored');
  return { apikeypair: toPair(row), secret };
}

/** Ends a key of this user; the answer is its name. @throws Refused `not_found` */
export async function removeApiKey(db: Queries, userId: number, id: number): Promise<string> {
  const [row] = await db
    .delete(apiKey)
    .where(and(eq(apiKey.id, id), eq(apiKey.userId, userId)))
    .returning({ name: apiKey.name });
  if (!row) throw new Refused('not_found');
  return row.name;
}

function toPair({ id, name, keyId, createdAt, lastUsedAt }: typeof apiKey.$inferSelect): Pair {
  return { id, name, keyId, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

import { and, eq, lt } from 'drizzle-orm';
import type { CallName } from '#api/contract/catalogue.ts';
import type { Queries } from '../database/database.ts';
import { idempotency } from '../database/schema/replies.ts';
import type { Secrets } from '../secrets.ts';
import { Refused } from '../refused.ts';

/** How long replies are kept; a draft resumed later sends a new request. */
const KEPT_DAYS = 30;
/** Calls without a signed-in user share one key space; their keys are random. */
const NOBODY = 0;

/** A request that takes effect once. */
export interface OnceRequest {
  userId: number | undefined;
  key: string;
  call: CallName;
  /** SHA-256 of method, path and body. */
  hash: string;
  /** Whether the caller may still see the reply of a call that changed these organizations. */
  maySee(organizationIds: readonly number[]): boolean;
}

/**
 * Runs the work once per key, in the caller's transaction. A concurrent request with the same key waits
 * at the unique index and then returns the same reply; if the first request rolled back, it runs the work itself.
 * @throws Refused `idempotency_key_reused` when an earlier request used the key with different content
 */
export async function once<Reply>(
  db: Queries,
  secrets: Secrets,
  request: OnceRequest,
  work: () => Promise<{ reply: Reply; organizationIds: readonly number[] }>,
): Promise<Reply> {
  const userId = request.userId ?? NOBODY;
  const { key, call, hash } = request;
  const [claimed] = await db
    .insert(idempotency)
    .values({ userId, key, call, requestHash: hash, status: 0, reply: '' })
    .onConflictDoNothing()
    .returning({ id: idempotency.id });
  if (!claimed) {
    const before = await storedReply(db, secrets, request);
    if (!before) throw new Refused('idempotency_key_reused');
    return before.reply as Reply;
  }
  const { reply, organizationIds } = await work();
  await db
    .update(idempotency)
    .set({ status: 200, reply: secrets.seal(JSON.stringify(reply)), organizationIds: [...organizationIds] })
    .where(eq(idempotency.id, claimed.id));
  return reply;
}

/**
 * The stored reply of an earlier request with this key.
 * @throws Refused `idempotency_key_reused` when its content differed, `not_found` when the caller may no longer see the organizations it changed
 */
export async function storedReply(
  db: Queries,
  secrets: Secrets,
  { userId, key, call, hash, maySee }: OnceRequest,
): Promise<{ reply: unknown } | undefined> {
  const [before] = await db
    .select()
    .from(idempotency)
    .where(and(eq(idempotency.userId, userId ?? NOBODY), eq(idempotency.key, key)));
  if (!before) return undefined;
  if (before.call !== call || before.requestHash !== hash) throw new Refused('idempotency_key_reused');
  if (!maySee(before.organizationIds)) throw new Refused('not_found');
  return { reply: JSON.parse(secrets.open(before.reply)) };
}

/** Releases the key after a refusal that commits, because no reply will be stored. */
export async function forget(db: Queries, userId: number | undefined, key: string): Promise<void> {
  await db
    .delete(idempotency)
    .where(and(eq(idempotency.userId, userId ?? NOBODY), eq(idempotency.key, key), eq(idempotency.status, 0)));
}

/** For the nightly clean-up. */
export async function dropOldReplies(db: Queries, now: Date): Promise<void> {
  await db.delete(idempotency).where(lt(idempotency.createdAt, new Date(now.getTime() - KEPT_DAYS * 24 * 3600 * 1000)));
}

import { and, desc, eq, or, like, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { CallContext } from './context.ts';
import type { Queries } from './database/database.ts';
import { audit } from './database/schema/audit.ts';
import { Refused } from './refused.ts';

/** For the `set` of every update that changes what an editor shows. */
export function nextRevision(column: AnyColumn): SQL {
  return sql`${column} + 1`;
}

interface Held {
  entityType: string;
  id: number;
  /** As it stands under the row lock. */
  revision: number;
  /** The entity as its read call answers it to this caller. */
  current(): Promise<unknown>;
}

/**
 * Refuses a save that began with another revision than the stored one. The caller holds the row lock. A save without
 * `If-Match` passes. @throws Refused `conflict` with the stored entity
 */
export async function requireRevision(
  { db, expectedRevision }: Pick<CallContext, 'db' | 'expectedRevision'>,
  { entityType, id, revision, current }: Held,
): Promise<void> {
  if (expectedRevision === undefined || expectedRevision === revision) return;
  const conflict = { current: await current(), ...(await lastChange(db, entityType, id)) };
  throw new Refused('conflict', { conflict });
}

/** Who changed the entity last, and when, as the audit trail has it. */
async function lastChange(db: Queries, entityType: string, id: number): Promise<{ by?: string; at?: string }> {
  const changing = ['%\\_UPDATED', '%\\_PAUSED', '%\\_RESUMED'].map((ending) => like(audit.action, ending));
  const [row] = await db
    .select({ by: audit.actorName, at: audit.at })
    .from(audit)
    .where(and(eq(audit.entityType, entityType), eq(audit.entityId, String(id)), or(...changing)))
    .orderBy(desc(audit.id))
    .limit(1);
  return row ? { by: row.by, at: row.at.toISOString() } : {};
}

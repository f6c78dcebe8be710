import { createHash } from 'node:crypto';
import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { audit, auditHead } from '../database/schema/core.ts';
import type { AuditEntry } from '../http/handler.ts';

/** Who did it, from where and when. */
export interface AuditOrigin {
  userId: number | null;
  name: string;
  ip: string;
  at: Date;
}

const BEGINNING = '0'.repeat(64);
const BATCH = 1000;
const PART = 250;

/**
 * Appends rows to the audit trail in the caller's transaction. Each row's hash covers the hash before it, so that a
 * change, a removal or an insertion afterwards is found. The head's row lock puts concurrent transactions in order;
 * call it last, since it is held until the commit.
 */
export async function appendAudit(db: Queries, origin: AuditOrigin, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db.insert(auditHead).values({ id: 1, lastId: 0, hash: BEGINNING }).onConflictDoNothing();
  const [head] = await db.select().from(auditHead).where(eq(auditHead.id, 1)).for('update');
  let { lastId, hash } = head ?? { lastId: 0, hash: BEGINNING };
  const next = (entry: AuditEntry) => {
    const row = {
      id: ++lastId,
      at: origin.at,
      actorUserId: entry.actor?.userId ?? origin.userId,
      actorName: storable(entry.actor?.name ?? origin.name),
      ip: origin.ip,
      action: entry.action,
      entityType: entry.entityType,
      entityId: entry.entityId === undefined ? null : String(entry.entityId),
      summary: storable(entry.summary),
      detail: entry.detail === undefined ? null : storableRecord(entry.detail),
      prevHash: hash,
    };
    hash = hashOf(row);
    return { ...row, hash };
  };
  // A part at a time: a statement takes 65,535 values, and who waits for this process waits for one part's hashes.
  for (let from = 0; from < entries.length; from += PART)
    await db.insert(audit).values(entries.slice(from, from + PART).map(next));
  await db.update(auditHead).set({ lastId, hash }).where(eq(auditHead.id, 1));
}

/** Recomputes the chain from its first row to its head. */
export async function verifyChain(
  db: Queries,
): Promise<{ rows: number; intact: boolean; firstBrokenId: number | null }> {
  // The head first: rows that join meanwhile stand beyond it.
  const [head] = await db.select().from(auditHead).where(eq(auditHead.id, 1));
  const end = head?.lastId ?? 0;
  let rows = 0;
  let lastId = 0;
  let hash = BEGINNING;
  for (;;) {
    const rest = and(gt(audit.id, lastId), lte(audit.id, end));
    const batch = await db.select().from(audit).where(rest).orderBy(asc(audit.id)).limit(BATCH);
    for (const row of batch) {
      const { hash: stored, ...unhashed } = row;
      if (row.id !== lastId + 1 || row.prevHash !== hash || stored !== hashOf(unhashed)) {
        return { rows: rows + 1, intact: false, firstBrokenId: row.id };
      }
      lastId = row.id;
      hash = stored;
      rows += 1;
    }
    if (batch.length < BATCH) break;
  }
  const whole = end === lastId && (head?.hash ?? BEGINNING) === hash;
  return { rows, intact: whole, firstBrokenId: whole ? null : lastId + 1 };
}

type Unhashed = Omit<typeof audit.$inferSelect, 'hash'>;

function hashOf(row: Unhashed): string {
  return createHash('sha256').update(row.prevHash).update(canonical(row)).digest('hex');
}

/** JSON with its keys in order: the same text before and after a journey through the database. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner) && !(inner instanceof Date)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)))
      : inner,
  );
}

/** The text as PostgreSQL gives it back: no NUL, no half of a surrogate pair. Else the hash would not match it later. */
function storable(text: string): string {
  return Buffer.from(text.replaceAll('\0', ''), 'utf8').toString('utf8');
}

function storableRecord(record: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(record, (_key, inner: unknown) => (typeof inner === 'string' ? storable(inner) : inner));
  return JSON.parse(text) as Record<string, unknown>;
}

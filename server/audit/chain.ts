import { eq } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { audit, auditHead } from '../database/schema/audit.ts';
import type { Secrets } from '../secrets.ts';
import type { AuditEntry } from './audit-entry.ts';
import { resolveOrganizations } from './organization-of.ts';
import { BEGINNING, sealWith } from './row-hash.ts';

/** The actor of a change, with their address and the time. */
export interface AuditOrigin {
  userId: number | null;
  name: string;
  ip: string;
  at: Date;
}

const PART = 250;

/**
 * Appends rows to the audit trail in the caller's transaction. Each row's hash covers the hash before it, so that a
 * later change, removal or insertion is detectable. The head's row lock serializes concurrent transactions:
 * call this last, because the lock is held until the commit. Returns the organizations that the rows concern.
 */
export async function appendAudit(
  db: Queries,
  secrets: Secrets,
  origin: AuditOrigin,
  entries: readonly AuditEntry[],
): Promise<number[]> {
  if (entries.length === 0) return [];
  const organizations = await resolveOrganizations(db, entries);
  const seal = sealWith(secrets);
  let { lastId, hash } = await lockHead(db);
  const next = (entry: AuditEntry, organizationId: number | null) => {
    const row = {
      id: ++lastId,
      at: origin.at,
      actorUserId: entry.actor?.userId ?? origin.userId,
      actorName: storable(entry.actor?.name ?? origin.name),
      ip: origin.ip,
      action: entry.action,
      entityType: entry.entityType,
      entityId: entry.entityId === undefined ? null : String(entry.entityId),
      organizationId,
      summary: storable(entry.summary),
      detail: entry.detail === undefined ? null : storableRecord(entry.detail),
      prevHash: hash,
    };
    hash = seal(row);
    return { ...row, hash };
  };
  // Insert in batches: a statement takes at most 65,535 values, and hashing a batch blocks this process.
  for (let from = 0; from < entries.length; from += PART) {
    const rows = entries.slice(from, from + PART).map((entry, at) => next(entry, organizations[from + at] ?? null));
    await db.insert(audit).values(rows);
  }
  await db.update(auditHead).set({ lastId, hash }).where(eq(auditHead.id, 1));
  return [...new Set(organizations.filter((id) => id !== null))];
}

/** Locks the end of the chain until the caller's transaction ends. */
export async function lockHead(db: Queries): Promise<{ lastId: number; hash: string }> {
  await db.insert(auditHead).values({ id: 1, lastId: 0, hash: BEGINNING }).onConflictDoNothing();
  const [head] = await db.select().from(auditHead).where(eq(auditHead.id, 1)).for('update');
  return head ?? { lastId: 0, hash: BEGINNING };
}

/** The text as PostgreSQL returns it: without NUL and lone surrogates. Otherwise the hash would not match when it is verified. */
function storable(text: string): string {
  return Buffer.from(text.replaceAll('\0', ''), 'utf8').toString('utf8');
}

function storableRecord(record: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(record, (_key, inner: unknown) => (typeof inner === 'string' ? storable(inner) : inner));
  return JSON.parse(text) as Record<string, unknown>;
}

import { createHash, createHmac } from 'node:crypto';
import type { audit } from '../database/schema/audit.ts';
import type { Secrets } from '../secrets.ts';

export type AuditRow = typeof audit.$inferSelect;
type Unhashed = Omit<AuditRow, 'hash'>;
export type HashRow = (row: Unhashed) => string;

/** The hash before the first row. */
export const BEGINNING = '0'.repeat(64);
/** The row that ends the unkeyed chain of earlier versions. Its seal covers that chain's last hash, and thus the whole chain. */
export const SEALED_ACTION = 'AUDIT_SEALED';
/** Distinguishes sealed rows from rows that an earlier version wrote with plain SHA-256. */
const SEALED = 'hmac1:';

/** Hashes rows with a key derived from the installation's key, so that write access to the database is not enough to recompute the chain. */
export function sealWith(secrets: Pick<Secrets, 'derive'>): HashRow {
  const key = secrets.derive('cairn audit trail 1');
  return (row) => SEALED + createHmac('sha256', key).update(row.prevHash).update(canonical(row)).digest('hex');
}

export function isSealed(hash: string): boolean {
  return hash.startsWith(SEALED);
}

/** The row hash of versions before the seal. */
export function plainHash(unhashed: Unhashed): string {
  const { organizationId: _organizationId, ...row } = unhashed;
  return createHash('sha256').update(row.prevHash).update(canonical(row)).digest('hex');
}

/** JSON with sorted keys, so that the text is the same before and after storage. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner) && !(inner instanceof Date)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)))
      : inner,
  );
}

/** A row's part of the digest of the column that plain hashes do not cover. */
export function organizationLine({ id, organizationId }: Pick<AuditRow, 'id' | 'organizationId'>): string {
  return `${id}:${organizationId ?? ''}\n`;
}

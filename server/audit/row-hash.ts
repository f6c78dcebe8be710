import { createHash, createHmac } from 'node:crypto';
import type { audit } from '../database/schema/core.ts';
import type { Secrets } from '../secrets.ts';

export type AuditRow = typeof audit.$inferSelect;
type Unhashed = Omit<AuditRow, 'hash'>;
export type HashRow = (row: Unhashed) => string;

/** The hash before the first row. */
export const BEGINNING = '0'.repeat(64);
/** The row that ends the plain chain of earlier versions. Its seal covers that chain's last hash, and so all of it. */
export const SEALED_ACTION = 'AUDIT_SEALED';
/** Tells a sealed row from those that an earlier version wrote with plain SHA-256. */
const SEALED = 'hmac1:';

/** Hashes rows with a key derived from the installation's: whoever can write the database alone cannot recompute the chain. */
export function sealWith(secrets: Pick<Secrets, 'derive'>): HashRow {
  const key = secrets.derive('cairn audit trail 1');
  return (row) => SEALED + createHmac('sha256', key).update(row.prevHash).update(canonical(row)).digest('hex');
}

export function isSealed(hash: string): boolean {
  return hash.startsWith(SEALED);
}

/** As versions before the seal hashed a row. */
export function plainHash(unhashed: Unhashed): string {
  const { organizationId: _organizationId, ...row } = unhashed;
  return createHash('sha256').update(row.prevHash).update(canonical(row)).digest('hex');
}

/** JSON with its keys in order: the same text before and after the row was stored. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner) && !(inner instanceof Date)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)))
      : inner,
  );
}

/** A row's part of the digest over the column that plain hashes do not cover. */
export function organizationLine({ id, organizationId }: Pick<AuditRow, 'id' | 'organizationId'>): string {
  return `${id}:${organizationId ?? ''}\n`;
}

import { asc, gt } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { Database, Queries } from '../database/database.ts';
import { audit } from '../database/schema/audit.ts';
import type { Secrets } from '../secrets.ts';
import { appendAudit, lockHead } from './chain.ts';
import { isSealed, organizationLine, SEALED_ACTION } from './row-hash.ts';
import { verifyChain } from './verify-chain.ts';

const BATCH = 1000;

/**
 * Seals the unkeyed chain of an earlier version with the installation's key, once. It first verifies the old chain and
 * records the result in the sealing row, so that an earlier forgery stays visible.
 */
export async function sealOldChain(database: Database, secrets: Secrets, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const head = await lockHead(tx);
    if (head.lastId === 0 || isSealed(head.hash)) return;
    const { rows, intact, problem } = await verifyChain(tx, secrets, { plain: true });
    const summary = intact
      ? `Sealed the ${rows} rows before this one with the installation’s key`
      : `Sealed the rows before this one with the installation’s key; the trail was broken before: ${problem}`;
    const detail = { rows, intact, problem, organizations: await digestOfOrganizations(tx) };
    const origin = { userId: null, name: '', ip: '', at: now };
    await appendAudit(tx, secrets, origin, [{ action: SEALED_ACTION, entityType: 'AUDIT', summary, detail }]);
  });
}

/** Plain hashes do not cover the column that was added with the seal. */
async function digestOfOrganizations(db: Queries): Promise<string> {
  const digest = createHash('sha256');
  for (let last = 0; ;) {
    const batch = await db
      .select({ id: audit.id, organizationId: audit.organizationId })
      .from(audit)
      .where(gt(audit.id, last))
      .orderBy(asc(audit.id))
      .limit(BATCH);
    for (const row of batch) digest.update(organizationLine(row));
    if (batch.length < BATCH) return digest.digest('hex');
    last = batch.at(-1)?.id ?? last;
  }
}

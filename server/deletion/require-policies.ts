import { sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { lockPolicies } from '../policy/policies-with.ts';
import { Refused } from '../refused.ts';

/** What an undo restores: rows of `policy` or of `node` with this deletion, or an organization with all that it has. */
type Restored = { policyOf: number } | { nodesOf: number } | { organizationOf: number };

/**
 * A policy may be deleted while what used it is deleted: the undo of the one waits for the undo of the other.
 * @throws Refused `undo_needs_policy`
 */
export async function requirePoliciesOf(db: Queries, restored: Restored): Promise<void> {
  await lockPolicies(db);
  const { rows } = await db.execute(sql`
    select 1 from policy p where p.deletion_id is not null and p.id in (${usedBy(restored)}) limit 1`);
  if (rows.length > 0) throw new Refused('undo_needs_policy');
}

function usedBy(restored: Restored): SQL {
  if ('policyOf' in restored) return sql`select parent_policy_id from policy where deletion_id = ${restored.policyOf}`;
  if ('nodesOf' in restored) return sql`select policy_id from node where deletion_id = ${restored.nodesOf}`;
  const gone = sql`(select id from organization where deletion_id = ${restored.organizationOf})`;
  return sql`select policy_id from policy_assignment where organization_id in ${gone}
    union select policy_id from node where organization_id in ${gone} and deletion_id is null`;
}

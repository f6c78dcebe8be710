import { eq, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CallContext } from '../context.ts';
import { runItem } from '../database/schema/runs.ts';
import { ownDiscovery } from './own-discovery.ts';

/**
 * What became of each target of a discovery.
 * @throws Refused `not_found`, `forbidden`
 */
export async function summarizeDiscovery(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  id: string,
): Promise<ReplyOf<Catalogue['readDiscoverySummary']>> {
  await ownDiscovery(context, id);
  const having = (type: string) =>
    sql<number>`(count(*) filter (where jsonb_exists(${runItem.data} -> 'type', ${type})))::int`;
  const [counts] = await context.db
    .select({
      responding: having('allResponding'),
      snmpResponding: having('allSnmpResponding'),
      existing: having('existing'),
      offline: having('offline'),
    })
    .from(runItem)
    .where(eq(runItem.runId, id));
  return counts ?? { responding: 0, snmpResponding: 0, existing: 0, offline: 0 };
}

import { and, eq, inArray } from 'drizzle-orm';
import type { AgentPart, SentParams } from '#api/contract/agent-methods/registry.ts';
import type { SnmpCredential } from '#api/contract/agent-methods/discovery.ts';
import type { Queries } from '../database/database.ts';
import { credential } from '../database/schema/credentials.ts';
import { node } from '../database/schema/nodes.ts';
import type { Secrets } from '../secrets.ts';

const snmpTypes = ['SNMP_V1', 'SNMP_V2C', 'SNMP_V3'] as const;

/**
 * The parameters of a discovery with the credentials themselves, as the probe gets them. Undefined unless each is an SNMP
 * credential of the probe's organization.
 */
export async function withCredentials(
  { db, secrets }: { db: Queries; secrets: Pick<Secrets, 'open'> },
  probe: number,
  { snmpCredentials: ids, ...rest }: AgentPart<'network.discover', 'params'>,
): Promise<SentParams<'network.discover'> | undefined> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ row: credential })
          .from(credential)
          .innerJoin(node, eq(node.organizationId, credential.organizationId))
          .where(and(eq(node.id, probe), inArray(credential.id, ids), inArray(credential.credentialType, snmpTypes)));
  const snmpCredentials = ids.flatMap((id) => {
    const row = rows.find(({ row: each }) => each.id === id)?.row;
    return row ? [openCredential(row, secrets)] : [];
  });
  return snmpCredentials.length === ids.length ? { ...rest, snmpCredentials } : undefined;
}

function openCredential(
  { credentialType, plain, secrets }: typeof credential.$inferSelect,
  { open }: Pick<Secrets, 'open'>,
): SnmpCredential {
  const opened = Object.fromEntries(Object.entries(secrets).map(([name, sealed]) => [name, open(sealed)]));
  return { credentialType: credentialType as SnmpCredential['credentialType'], ...plain, ...opened };
}

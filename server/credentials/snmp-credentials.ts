import { and, eq, inArray } from 'drizzle-orm';
import type { SnmpCredential } from '#api/contract/agent-methods/discovery.ts';
import type { Queries } from '../database/database.ts';
import { credential } from '../database/schema/credentials.ts';
import { node } from '../database/schema/nodes.ts';
import type { Secrets } from '../secrets.ts';

const snmpTypes = ['SNMP_V1', 'SNMP_V2C', 'SNMP_V3'] as const;

/** The SNMP credentials with these ids that belong to the organization of the probe, with their secrets. Never store them. */
export async function snmpCredentials(
  { db, secrets }: { db: Queries; secrets: Pick<Secrets, 'open'> },
  probe: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SnmpCredential>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ row: credential })
    .from(credential)
    .innerJoin(node, eq(node.organizationId, credential.organizationId))
    .where(and(eq(node.id, probe), inArray(credential.id, [...ids]), inArray(credential.credentialType, snmpTypes)));
  return new Map(rows.map(({ row }) => [row.id, opened(row, secrets)]));
}

function opened(
  { credentialType, plain, secrets }: typeof credential.$inferSelect,
  { open }: Pick<Secrets, 'open'>,
): SnmpCredential {
  const read = Object.fromEntries(Object.entries(secrets).map(([name, sealed]) => [name, open(sealed)]));
  return { credentialType: credentialType as SnmpCredential['credentialType'], ...plain, ...read };
}

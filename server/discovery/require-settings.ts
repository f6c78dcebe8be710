import { and, eq, inArray } from 'drizzle-orm';
import { mostTargets } from '#api/contract/agent-methods/discovery.ts';
import type { CredentialType } from '#api/contract/credentials.ts';
import { readDevice } from '../agents/devices.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { credential } from '../database/schema/credentials.ts';
import { division } from '../database/schema/organizations.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import { expandTargets } from './targets.ts';

const NO_CREDENTIAL = 'Choose an SNMP v1 or v2c credential of the organization';
const NO_CREDENTIAL_OF_ANY = 'Choose an SNMP credential of the organization';
const NO_LOGIN = 'Choose a telnet or SSH credential of the organization';
const NO_PROBE = 'Choose a network probe of the location';

interface Asked {
  org: number;
  location: number;
  networkProbe: { nodeId: number };
  ipTargets: string;
  snmpCredOne: number;
  snmpCredTwo?: number | undefined;
  telnetSshCred?: number | undefined;
}

type Probe = Awaited<ReturnType<typeof readDevice>>;

/**
 * The addresses and the probe of a discovery, once the probe was found at its place and its credentials with the organization.
 * @throws Refused `invalid_input`, `number_of_network_scan_targets_exceeded`
 */
export async function requireSettings(
  context: Pick<CallContext, 'db' | 'actor'>,
  { org, location, networkProbe, ipTargets, snmpCredOne, snmpCredTwo, telnetSshCred }: Asked,
): Promise<{ addresses: string[]; probe: Probe & { agent: NonNullable<Probe['agent']> } }> {
  const addresses = expandTargets(ipTargets, mostTargets);
  if (addresses === undefined) throw new Refused('number_of_network_scan_targets_exceeded');
  const { agent, ...probe } = await readProbe(context, networkProbe.nodeId);
  const inPlace = probe.clientId === org && probe.locationId === location;
  if (agent === null || !inPlace) throw new Refused('invalid_input', { fields: { '/networkProbe': NO_PROBE } });
  const snmp = { snmpCredOne, ...(snmpCredTwo !== undefined && { snmpCredTwo }) };
  await requireCredentials(context.db, org, snmp, await snmpOffered(context.db));
  const login: Record<string, number> = telnetSshCred === undefined ? {} : { telnetSshCred };
  await requireCredentials(context.db, org, login, { types: ['TELNET_SSH'], said: NO_LOGIN });
  return { addresses, probe: { ...probe, agent } };
}

/** SNMP v1 and v2c, and v3 where the division says so (F02-34). */
async function snmpOffered(db: Queries): Promise<{ types: readonly CredentialType[]; said: string }> {
  const [row] = await db.select({ v3: division.snmpV3InDiscovery }).from(division);
  return row?.v3
    ? { types: ['SNMP_V1', 'SNMP_V2C', 'SNMP_V3'], said: NO_CREDENTIAL_OF_ANY }
    : { types: ['SNMP_V1', 'SNMP_V2C'], said: NO_CREDENTIAL };
}

/** A device that the actor does not see is no different from one that is nowhere. */
async function readProbe(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  nodeId: number,
): Promise<Awaited<ReturnType<typeof readDevice>>> {
  try {
    return await readDevice(db, actor, nodeId);
  } catch (error) {
    if (error instanceof Refused && error.code === 'not_found')
      throw new Refused('invalid_input', { fields: { '/networkProbe': NO_PROBE } });
    throw error;
  }
}

/** F02-34. @throws Refused `invalid_input` at each credential that is not offered for the organization */
async function requireCredentials(
  db: Queries,
  org: number,
  chosen: Readonly<Record<string, number>>,
  { types, said }: { types: readonly CredentialType[]; said: string },
): Promise<void> {
  if (Object.keys(chosen).length === 0) return;
  const rows = await db
    .select({ id: credential.id })
    .from(credential)
    .where(
      and(
        eq(credential.organizationId, org),
        inArray(credential.id, Object.values(chosen)),
        inArray(credential.credentialType, types),
      ),
    );
  const offered = new Set(rows.map(({ id }) => id));
  requireFields(
    Object.fromEntries(Object.entries(chosen).map(([field, id]) => [`/${field}`, offered.has(id) ? undefined : said])),
  );
}

import { and, eq, inArray, sql } from 'drizzle-orm';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { mostTargets } from '#api/contract/agent-methods/discovery.ts';
import type { CredentialType } from '#api/contract/credentials.ts';
import type { Run } from '#api/contract/runs.ts';
import { inabilityOf } from '../agents/inability.ts';
import { readDevice } from '../agents/devices.ts';
import { startCommand } from '../agents/start-command.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { agentCommand } from '../database/schema/agents.ts';
import { credential } from '../database/schema/credentials.ts';
import { Refused } from '../refused.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { expandTargets } from './targets.ts';

const NO_CREDENTIAL = 'Choose an SNMP v1 or v2c credential of the organization';
const NO_LOGIN = 'Choose a telnet or SSH credential of the organization';
const NO_PROBE = 'Choose a network probe of the location';

/**
 * Starts the discovery of a network by a device of the place (F02-14).
 * @throws Refused `invalid_input`, `forbidden`, `device_offline`, `network_scan_is_in_progress`, `number_of_network_scan_targets_exceeded`
 */
export async function startDiscovery(
  context: CallContext,
  {
    org,
    location,
    networkProbe,
    ipTargets,
    snmpCredOne,
    snmpCredTwo,
    telnetSshCred,
    ...settings
  }: BodyOf<Catalogue['startNetworkDiscovery']>,
): Promise<Run> {
  const { db, services } = context;
  const { nodeId } = networkProbe;
  const two = snmpCredTwo === undefined ? {} : { snmpCredTwo };
  const three = telnetSshCred === undefined ? {} : { telnetSshCred };
  const answers = { org, location, networkProbe: nodeId, ipTargets, snmpCredOne, ...two, ...three, ...settings };
  requireAnswers(services.screens.check('network-discovery', 'configuration', answers));
  const addresses = expandTargets(ipTargets, mostTargets);
  if (addresses === undefined) throw new Refused('number_of_network_scan_targets_exceeded');
  const { clientId, locationId, agent, status } = await readProbe(context, nodeId);
  const inPlace = clientId === org && locationId === location && agent !== null;
  requireFields({ '/networkProbe': inPlace ? undefined : NO_PROBE });
  await requireCredentials(db, org, { snmpCredOne, ...two }, { types: ['SNMP_V1', 'SNMP_V2C'], said: NO_CREDENTIAL });
  await requireCredentials(db, org, three, { types: ['TELNET_SSH'], said: NO_LOGIN });
  if (status.state !== 'online') throw new Refused('device_offline');
  requireFields({ '/networkProbe': agent ? inabilityOf(agent, 'network.discover') : NO_PROBE });
  await refuseSecond(db, nodeId);
  const snmpCredentials = [snmpCredOne, ...(snmpCredTwo === undefined ? [] : [snmpCredTwo])];
  return startCommand(context, nodeId, {
    method: 'network.discover',
    params: {
      addresses,
      snmpCredentials,
      ...(telnetSshCred !== undefined && { telnetSshCredential: telnetSshCred }),
      ...settings,
    },
  });
}

/** A device that the actor does not see is no different from one that is nowhere. */
async function readProbe({ db, actor }: CallContext, nodeId: number): Promise<Awaited<ReturnType<typeof readDevice>>> {
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

/** A probe does one discovery at a time (F02-44). @throws Refused `network_scan_is_in_progress` */
async function refuseSecond(db: Queries, nodeId: number): Promise<void> {
  // Until the end of the transaction: two starts at the same time would both find none.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('network-discovery'), ${nodeId})`);
  const [running] = await db
    .select({ id: agentCommand.id })
    .from(agentCommand)
    .where(
      and(
        eq(agentCommand.nodeId, nodeId),
        eq(agentCommand.method, 'network.discover'),
        eq(agentCommand.state, 'pending'),
      ),
    )
    .limit(1);
  if (running) throw new Refused('network_scan_is_in_progress');
}

import type { AgentPart, SentParams } from '#api/contract/agent-methods/registry.ts';
import { snmpCredentials } from '../credentials/snmp-credentials.ts';

/**
 * The parameters of a discovery with the credentials themselves, as the probe gets them. Undefined unless each is an SNMP
 * credential of the probe's organization.
 */
export async function withCredentials(
  tools: Parameters<typeof snmpCredentials>[0],
  probe: number,
  { snmpCredentials: ids, ...rest }: AgentPart<'network.discover', 'params'>,
): Promise<SentParams<'network.discover'> | undefined> {
  const known = await snmpCredentials(tools, probe, ids);
  const found = ids.flatMap((id) => known.get(id) ?? []);
  return found.length === ids.length ? { ...rest, snmpCredentials: found } : undefined;
}

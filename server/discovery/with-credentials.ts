import type { AgentPart, SentParams } from '#api/contract/agent-methods/registry.ts';
import { loginOf } from '../credentials/login-of.ts';
import { snmpCredentials } from '../credentials/snmp-credentials.ts';

/**
 * The parameters of a discovery with the credentials themselves, as the probe gets them. Undefined unless each is a
 * credential of its kind and of the probe's organization.
 */
export async function withCredentials(
  tools: Parameters<typeof snmpCredentials>[0],
  probe: number,
  { snmpCredentials: ids, telnetSshCredential, ...rest }: AgentPart<'network.discover', 'params'>,
): Promise<SentParams<'network.discover'> | undefined> {
  const known = await snmpCredentials(tools, probe, ids);
  const found = ids.flatMap((id) => known.get(id) ?? []);
  if (found.length < ids.length) return undefined;
  if (telnetSshCredential === undefined) return { ...rest, snmpCredentials: found };
  const login = await loginOf(tools, probe, telnetSshCredential, 'TELNET_SSH');
  return login && { ...rest, snmpCredentials: found, telnetSshCredential: { credentialType: 'TELNET_SSH', ...login } };
}

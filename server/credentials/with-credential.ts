import type { AgentPart, SentParams } from '#api/contract/agent-methods/registry.ts';
import { loginOf } from './login-of.ts';
import { snmpCredentials } from './snmp-credentials.ts';

/** The parameters of a test with the credential itself; undefined unless it is an SNMP, telnet or SSH credential of the probe's organization. */
export async function withCredential(
  tools: Parameters<typeof snmpCredentials>[0],
  probe: number,
  { credential: id, ...rest }: AgentPart<'credential.test', 'params'>,
): Promise<SentParams<'credential.test'> | undefined> {
  const snmp = (await snmpCredentials(tools, probe, [id])).get(id);
  if (snmp) return { ...rest, credential: snmp };
  const login = await loginOf(tools, probe, id, 'TELNET_SSH');
  return login && { ...rest, credential: { credentialType: 'TELNET_SSH', ...login } };
}

import type { AgentPart, SentParams } from '#api/contract/agent-methods/registry.ts';
import { snmpCredentials } from './snmp-credentials.ts';

/** The parameters of a test with the credential itself; undefined unless it is an SNMP credential of the probe's organization. */
export async function withCredential(
  tools: Parameters<typeof snmpCredentials>[0],
  probe: number,
  { credential: id, ...rest }: AgentPart<'credential.test', 'params'>,
): Promise<SentParams<'credential.test'> | undefined> {
  const credential = (await snmpCredentials(tools, probe, [id])).get(id);
  return credential && { ...rest, credential };
}

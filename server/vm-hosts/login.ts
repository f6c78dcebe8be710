import type { AgentPart, SentParams } from '#api/contract/agent-methods/registry.ts';
import { loginOf, type LoginTools } from '../credentials/login-of.ts';

const none = { username: '', password: '' };

/** The parameters of a test with the login itself; undefined unless the credential is one of the organization. */
export async function withLogin(
  tools: LoginTools,
  delegate: number,
  { credentialId, ...rest }: AgentPart<'vmhost.test', 'params'>,
): Promise<SentParams<'vmhost.test'> | undefined> {
  if (rest.type === 'HYPERV') return { ...rest, ...none };
  const login = credentialId === null ? undefined : await loginOf(tools, delegate, credentialId);
  return login && { ...rest, ...login };
}

import { loginOf, type LoginTools } from '../credentials/login-of.ts';

/** The parameters of a request to a directory with the login itself; undefined unless the credential is one of the organization. */
export async function withDirectoryLogin<Params extends { credentialId: number }>(
  tools: LoginTools,
  nodeId: number,
  { credentialId, ...rest }: Params,
): Promise<(Omit<Params, 'credentialId'> & { username: string; password: string }) | undefined> {
  const login = await loginOf(tools, nodeId, credentialId);
  return login && { ...rest, ...login };
}

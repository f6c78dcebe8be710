import type { AgentMethod, AgentPart, SentParams } from '#api/contract/agent-methods/registry.ts';
import type { Queries } from '../database/database.ts';
import { withCredential } from '../credentials/with-credential.ts';
import { withDirectoryLogin } from '../directory/with-login.ts';
import { withCredentials } from '../discovery/with-credentials.ts';
import { withAddress } from '../installers/with-address.ts';
import type { Secrets } from '../secrets.ts';
import { withScript } from '../scripts/with-script.ts';
import { withLogin } from '../vm-hosts/login.ts';

/** What a method needs to complete its parameters. */
export interface Completing {
  db: Queries;
  secrets: Pick<Secrets, 'open' | 'derive'>;
}

type Complete<M extends AgentMethod> = (
  tools: Completing,
  nodeId: number,
  params: AgentPart<M, 'params'>,
) => Promise<SentParams<M> | undefined>;

/** The methods whose stored parameters lack the secrets that the agent needs. */
const completes: { readonly [M in AgentMethod]?: Complete<M> } = {
  'network.discover': withCredentials,
  'credential.test': withCredential,
  'vmhost.test': withLogin,
  'directory.browse': withDirectoryLogin,
  'directory.read': withDirectoryLogin,
  'directory.signIn': withDirectoryLogin,
  'script.run': withScript,
  'installer.run': withAddress,
};

/** Returns the parameters to send to the agent, with secrets; undefined if a credential does not exist. Never store them. */
export async function sentParams(
  tools: Completing,
  { nodeId, method, params }: { nodeId: number; method: AgentMethod; params: Record<string, unknown> },
): Promise<Record<string, unknown> | undefined> {
  const complete = completes[method] as Complete<AgentMethod> | undefined;
  if (!complete) return params;
  return (await complete(tools, nodeId, params as never)) as Record<string, unknown> | undefined;
}

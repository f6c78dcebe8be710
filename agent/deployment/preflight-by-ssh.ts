import type { AgentPreflight, PreflightResult } from '#api/contract/agent-methods/deployment.ts';
import { DeploymentFailed } from './deployment-failed.ts';
import { isPreflightCode } from './outcome.ts';
import { connectBySsh } from './ssh-connection.ts';

/** Signs in at a computer by SSH and leaves. Rejects only when the signal aborts. */
export async function preflightBySsh(
  request: AgentPreflight,
  place: { port: number; connectMs: number },
  signal: AbortSignal,
): Promise<PreflightResult> {
  let hostKey = '';
  try {
    const client = await connectBySsh(request, {
      ...place,
      signal,
      verified: (fingerprint) => (hostKey = fingerprint),
    });
    client.destroy();
    return { code: 'ready', message: '', hostKey };
  } catch (error) {
    if (!(error instanceof DeploymentFailed)) throw error;
    return { code: isPreflightCode(error.code) ? error.code : 'no_channel', message: error.message, hostKey };
  }
}

import { agentDeploy, type AgentDeploy, type DeployResult } from '#api/contract/agent-methods/deployment.ts';
import { oneAtATime } from '../polling/one-at-a-time.ts';
import { byEachChannel, faultOfLogin } from './by-each-channel.ts';
import { deployByPowerShell } from './deploy-by-powershell.ts';
import type { SshPlace } from './deploy-by-ssh.ts';
import { usualPlace } from './install-script.ts';

interface Options extends SshPlace {
  platform: NodeJS.Platform;
  powerShell: string;
  milliseconds: number;
}

const usualOptions: Options = {
  ...usualPlace,
  port: 22,
  connectMs: 10_000,
  platform: process.platform,
  powerShell: 'powershell.exe',
  // The result leaves before the request itself expires.
  milliseconds: (agentDeploy.seconds - 10) * 1000,
};

/** Installs the agent on one computer at a time (F04-15). Tests replace the options. */
export function createDeployer(
  stopping: AbortSignal,
  options: Partial<Options> = {},
): (request: AgentDeploy) => Promise<DeployResult> {
  const limits = { busy: 'This device is deploying an agent already', seconds: agentDeploy.seconds };
  return oneAtATime(stopping, limits, (request, signal) => deploy(request, { ...usualOptions, ...options }, signal));
}

async function deploy(request: AgentDeploy, options: Options, signal: AbortSignal): Promise<DeployResult> {
  const fault = faultOfLogin(request);
  if (fault !== undefined) return failure('credential_refused', fault);
  const late = AbortSignal.timeout(options.milliseconds);
  const ending = AbortSignal.any([signal, late]);
  try {
    return await byEachChannel({
      ...(options.platform === 'win32' && {
        powerShell: () => deployByPowerShell(request, options.powerShell, ending),
      }),
      ssh: () => bySsh(request, options, ending),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return failure('timed_out', 'The installation took too long. It may still end on the computer.');
    throw error;
  }
}

/** Loads SSH at its first use: it takes 13 MB, and most agents deploy nothing. */
async function bySsh(request: AgentDeploy, options: Options, signal: AbortSignal): Promise<DeployResult> {
  const { deployBySsh } = await import('./deploy-by-ssh.ts');
  return deployBySsh(request, options, signal);
}

function failure(code: DeployResult['code'], message: string): DeployResult {
  return { code, message, hostKey: '' };
}

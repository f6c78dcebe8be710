import { agentDeploy, type AgentDeploy, type DeployResult } from '#api/contract/agent-methods/deployment.ts';
import { oneAtATime } from '../polling/one-at-a-time.ts';
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
  // A line break would end the line of standard input that is the password, and the rest would run as a command.
  if (request.username === '' || /\p{Cc}/u.test(request.username + request.password))
    return failure('credential_refused', 'The user name is empty, or a control character is in it or in the password');
  const late = AbortSignal.timeout(options.milliseconds);
  try {
    return await byEachChannel(request, options, AbortSignal.any([signal, late]));
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

async function byEachChannel(request: AgentDeploy, options: Options, signal: AbortSignal): Promise<DeployResult> {
  if (options.platform !== 'win32') return bySsh(request, options, signal);
  const windows = await deployByPowerShell(request, options.powerShell, signal);
  if (windows.code !== 'no_channel') return windows;
  const other = await bySsh(request, options, signal);
  if (other.code !== 'no_channel') return other;
  return { ...other, message: `${other.message}. ${windows.message}`.slice(0, 500) };
}

function failure(code: DeployResult['code'], message: string): DeployResult {
  return { code, message, hostKey: '' };
}

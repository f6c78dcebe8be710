import { agentPreflight, type AgentPreflight, type PreflightResult } from '#api/contract/agent-methods/deployment.ts';
import { oneAtATime } from '../polling/one-at-a-time.ts';
import { byEachChannel, faultOfLogin } from './by-each-channel.ts';
import { preflightByPowerShell } from './deploy-by-powershell.ts';

interface Options {
  port: number;
  connectMs: number;
  platform: NodeJS.Platform;
  powerShell: string;
  milliseconds: number;
}

const usualOptions: Options = {
  port: 22,
  connectMs: 10_000,
  platform: process.platform,
  powerShell: 'powershell.exe',
  // The result leaves before the request itself expires.
  milliseconds: (agentPreflight.seconds - 10) * 1000,
};

/**
 * Signs in at one computer at a time as an installation would, and says what would stop it: its name, its port, its host key or the
 * credential (F04-15). The password is sent once. Tests replace the options.
 */
export function createPreflight(
  stopping: AbortSignal,
  options: Partial<Options> = {},
): (request: AgentPreflight) => Promise<PreflightResult> {
  const limits = { busy: 'This device is checking a computer already', seconds: agentPreflight.seconds };
  return oneAtATime(stopping, limits, (request, signal) => preflight(request, { ...usualOptions, ...options }, signal));
}

async function preflight(request: AgentPreflight, options: Options, signal: AbortSignal): Promise<PreflightResult> {
  const fault = faultOfLogin(request);
  if (fault !== undefined) return { code: 'credential_refused', message: fault, hostKey: '' };
  const late = AbortSignal.timeout(options.milliseconds);
  const ending = AbortSignal.any([signal, late]);
  try {
    return await byEachChannel({
      ...(options.platform === 'win32' && {
        powerShell: () => preflightByPowerShell(request, options.powerShell, ending),
      }),
      ssh: () => bySsh(request, options, ending),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return { code: 'timed_out', message: '', hostKey: '' };
    throw error;
  }
}

/** Loads SSH at its first use: it takes 13 MB, and most agents deploy nothing. */
async function bySsh(request: AgentPreflight, options: Options, signal: AbortSignal): Promise<PreflightResult> {
  const { preflightBySsh } = await import('./preflight-by-ssh.ts');
  return preflightBySsh(request, options, signal);
}

import { execFile } from 'node:child_process';
import type {
  AgentDeploy,
  AgentPreflight,
  DeployResult,
  PreflightResult,
} from '#api/contract/agent-methods/deployment.ts';
import { DeploymentFailed } from './deployment-failed.ts';
import { readOutcome, readPreflight, type Printed } from './outcome.ts';
import { deployScript, preflightScript } from './powershell-script.ts';

const LARGEST_OUTPUT = 1024 * 1024;
const args = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command', '-'];

/** Installs the agent on a computer with Windows by PowerShell remoting (WinRM). Rejects only when the signal aborts. */
export async function deployByPowerShell(
  request: AgentDeploy,
  powerShell: string,
  signal: AbortSignal,
): Promise<DeployResult> {
  try {
    const message = readOutcome(await run(request, powerShell, deployScript, signal), request);
    return { code: 'installed', message, hostKey: '' };
  } catch (error) {
    if (!(error instanceof DeploymentFailed)) throw error;
    return { code: error.code, message: error.message, hostKey: '' };
  }
}

/** Opens a session on the computer, and ends it. Rejects only when the signal aborts. */
export async function preflightByPowerShell(
  request: AgentPreflight,
  powerShell: string,
  signal: AbortSignal,
): Promise<PreflightResult> {
  try {
    return { ...readPreflight(await run(request, powerShell, preflightScript, signal), request), hostKey: '' };
  } catch (error) {
    if (!(error instanceof DeploymentFailed)) throw error;
    return { code: 'no_channel', message: error.message, hostKey: '' };
  }
}

/** Runs a script with the request in its environment. @throws DeploymentFailed */
function run(
  request: AgentPreflight & Partial<AgentDeploy>,
  powerShell: string,
  script: string,
  signal: AbortSignal,
): Promise<Printed> {
  const { host, username, password, server, token } = request;
  const env = {
    ...process.env,
    CAIRN_DEPLOY_HOST: host,
    CAIRN_DEPLOY_USERNAME: username,
    CAIRN_DEPLOY_PASSWORD: password,
    ...(server !== undefined && { CAIRN_DEPLOY_SERVER: server }),
    ...(token !== undefined && { CAIRN_DEPLOY_TOKEN: token }),
  };
  return new Promise((resolve, reject) => {
    const options = { env, signal, maxBuffer: LARGEST_OUTPUT, windowsHide: true };
    const child = execFile(powerShell, args, options, (error, stdout, stderr) => {
      if (signal.aborted) reject(signal.reason);
      else if (error?.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
        reject(new DeploymentFailed('install_failed', 'The computer printed too much'));
      // Without PowerShell there is still SSH.
      else if (error?.code === 'ENOENT') reject(new DeploymentFailed('no_channel', 'This device has no PowerShell'));
      else resolve({ stdout, stderr });
    });
    child.stdin?.on('error', () => undefined).end(script);
  });
}

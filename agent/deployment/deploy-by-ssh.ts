import type { Client } from 'ssh2';
import type { AgentDeploy, DeployResult } from '#api/contract/agent-methods/deployment.ts';
import { DeploymentFailed } from './deployment-failed.ts';
import { installScript, runAsRoot, type InstallPlace } from './install-script.ts';
import { createTail, readOutcome, type Printed } from './outcome.ts';
import { connectBySsh } from './ssh-connection.ts';

const LARGEST_OUTPUT = 1024 * 1024;
const LONGEST_TAIL = 16 * 1024;

export interface SshPlace extends InstallPlace {
  port: number;
  /** Milliseconds for the connection, and again for the exchange of keys. */
  connectMs: number;
}

/** Installs the agent on a computer by SSH. Rejects only when the signal aborts. */
export async function deployBySsh(request: AgentDeploy, place: SshPlace, signal: AbortSignal): Promise<DeployResult> {
  let hostKey = '';
  let client: Client | undefined;
  try {
    client = await connectBySsh(request, {
      ...place,
      signal,
      verified: (fingerprint) => (hostKey = fingerprint),
    });
    const input = `${request.password}\n${installScript(request, place)}`;
    const message = readOutcome(await run(client, input, signal), request);
    return { code: 'installed', message, hostKey };
  } catch (error) {
    if (!(error instanceof DeploymentFailed)) throw error;
    return { code: error.code, message: error.message, hostKey };
  } finally {
    client?.destroy();
  }
}

/** Runs the script of the input, after the password in its first line. @throws DeploymentFailed */
function run(client: Client, input: string, signal: AbortSignal): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    const fail = (message: string) => reject(new DeploymentFailed('install_failed', message));
    client.on('error', () => fail('The SSH connection failed during the installation'));
    client.once('close', () => {
      signal.removeEventListener('abort', stop);
      fail('The SSH connection ended during the installation');
    });
    client.exec(runAsRoot, (error, channel) => {
      if (error) return fail('The computer runs no commands for this user');
      const [stdout, stderr] = [createTail(LONGEST_TAIL), createTail(LONGEST_TAIL)];
      let size = 0;
      const keepIn = (tail: typeof stdout) => (chunk: Buffer) => {
        size += chunk.length;
        if (size > LARGEST_OUTPUT) fail('The computer printed too much');
        else tail.add(chunk);
      };
      channel.on('data', keepIn(stdout));
      channel.stderr.on('data', keepIn(stderr));
      channel.on('error', () => fail('The SSH connection failed during the installation'));
      channel.once('close', () => resolve({ stdout: stdout.text(), stderr: stderr.text() }));
      channel.end(input);
      return undefined;
    });
    if (signal.aborted) stop();
  });
}

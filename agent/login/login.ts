import { DeploymentFailed } from '../deployment/deployment-failed.ts';
import { connectBySsh } from '../deployment/ssh-connection.ts';
import type { Login, LoginAttempt } from './attempt.ts';
import { loginByTelnet } from './login-by-telnet.ts';

interface Options {
  /** Milliseconds for a connection. */
  connectMs: number;
  signal: AbortSignal;
  /** 22 and 23 unless given. */
  ports?: { ssh: number; telnet: number };
}

/** A device waits seconds before it refuses a password, and may ask a directory. */
const SIGN_IN_MS = 15_000;
const PORTS = { ssh: 22, telnet: 23 };

export interface Outcome {
  protocol: 'ssh' | 'telnet';
  attempt: LoginAttempt;
}

/**
 * Signs in by SSH, or by telnet where the device does not speak SSH: what SSH refused is not sent unencrypted. The key of the host is
 * not compared with an earlier one. Rejects only when the signal aborts.
 */
export async function tryLogin(
  host: string,
  login: Login,
  offers: { ssh: boolean; telnet: boolean },
  { ports = PORTS, connectMs, signal }: Options,
): Promise<Outcome | undefined> {
  // A line break would end the line that it is part of, at the prompt of a device.
  const isOneLine = !/[\r\n\0]/.test(login.username + login.password);
  if (offers.ssh) {
    const attempt = await loginBySsh(host, login, { port: ports.ssh, connectMs, signal });
    if (attempt === 'accepted' || attempt === 'refused' || !offers.telnet) return { protocol: 'ssh', attempt };
  }
  if (!offers.telnet) return undefined;
  const options = { port: ports.telnet, connectMs, signInMs: SIGN_IN_MS, signal };
  return { protocol: 'telnet', attempt: isOneLine ? await loginByTelnet(host, login, options) : 'undecided' };
}

async function loginBySsh(
  host: string,
  { username, password }: Login,
  options: { port: number; connectMs: number; signal: AbortSignal },
): Promise<LoginAttempt> {
  try {
    const client = await connectBySsh(
      { host, hostKey: '', username, password },
      { ...options, signInMs: SIGN_IN_MS, verified: () => undefined },
    );
    client.on('error', () => undefined);
    client.destroy();
    return 'accepted';
  } catch (error) {
    if (!(error instanceof DeploymentFailed)) throw error;
    if (error.code === 'credential_refused') return 'refused';
    return error.code === 'timed_out' ? 'undecided' : 'unreachable';
  }
}

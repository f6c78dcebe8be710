import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { Client } from 'ssh2';
import type { AgentDeploy } from '#api/contract/agent-methods/deployment.ts';
import { DeploymentFailed } from './deployment-failed.ts';
import { publicMessage } from './outcome.ts';

/** A directory may be slow to check a password. */
const SIGN_IN_MS = 30_000;

/** Who signs in where. The host key is empty where none is known yet. */
export type SshLogin = Pick<AgentDeploy, 'host' | 'hostKey' | 'username' | 'password'> &
  Partial<Pick<AgentDeploy, 'token'>>;

interface Options {
  port: number;
  /** For the connection, and again for the exchange of keys. */
  connectMs: number;
  /** For the check of the password; 30 s unless given. */
  signInMs?: number;
  signal: AbortSignal;
  /** Called with the fingerprint of the host key once the computer has proved that it owns the key. */
  verified(fingerprint: string): void;
}

/**
 * Signs in to a computer. The password is sent once, and only to a computer with the known host key: each failure counts
 * towards the lockout of the account. @throws DeploymentFailed
 */
export async function connectBySsh(request: SshLogin, options: Options): Promise<Client> {
  const { host, hostKey, username, password } = request;
  const { connectMs, signInMs = SIGN_IN_MS, signal, verified } = options;
  const sock = await openSocket(host, options);
  const client = new Client();
  let expected = hostKey;
  let presented = '';
  let hasKey = false;
  let hasTried = false;
  let hasAnswered = false;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(silent);
      reject(error);
      client.destroy();
    };
    const unreachable = (message: string) => fail(new DeploymentFailed('no_channel', message));
    const silent = setTimeout(() => unreachable(`${host} does not answer by SSH`), connectMs);
    const refuse = (message: string) => fail(new DeploymentFailed('credential_refused', message));
    const stop = () => fail(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    client.once('close', () => {
      signal.removeEventListener('abort', stop);
      unreachable(`${host} closed the SSH connection`);
    });
    client.once('ready', () => resolve(client));
    client.once('handshake', () => {
      clearTimeout(silent);
      hasKey = true;
      verified(expected);
    });
    client.once('change password', () => refuse(`${host} requires a new password for this user`));
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) => {
      if (prompts.length === 0) return answer([]);
      const [prompt] = prompts;
      if (hasAnswered || prompts.length > 1 || prompt?.echo === true)
        return refuse(`${host} asks this user for more than a password`);
      hasAnswered = true;
      return answer([password]);
    });
    client.on('error', (error: Error & { level?: string }) => {
      if (presented !== '' && presented !== expected)
        fail(new DeploymentFailed('host_key_changed', `${host} has another SSH host key than before: ${presented}`));
      else if (error.level === 'client-authentication') refuse(`${host} refused the user name or the password`);
      else if (hasKey && error.level === 'client-timeout')
        fail(new DeploymentFailed('timed_out', `${host} did not check the password in time`));
      else unreachable(`SSH with ${host} failed: ${publicMessage(error.message, request)}`.slice(0, 500));
    });
    client.connect({
      sock,
      username,
      password,
      readyTimeout: signInMs,
      tryKeyboard: true,
      hostVerifier: (key: Buffer) => {
        presented = fingerprintOf(key);
        expected ||= presented;
        return presented === expected;
      },
      authHandler: (methodsLeft: string[] | null) => {
        // `none` asks which methods there are.
        if (methodsLeft === null) return 'none';
        const method = ['password', 'keyboard-interactive'].find((name) => methodsLeft.includes(name));
        if (method === undefined || hasTried) return false;
        hasTried = true;
        return method;
      },
    });
    if (signal.aborted) stop();
  });
}

/** As OpenSSH prints it. */
function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`;
}

function openSocket(host: string, { port, connectMs, signal }: Options): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const settle = (error?: unknown) => {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      if (error === undefined) return resolve(socket);
      reject(error);
      socket.destroy();
    };
    const stop = () => settle(signal.reason);
    const late = setTimeout(
      () => settle(new DeploymentFailed('no_channel', `Port ${port} of ${host} does not answer`)),
      connectMs,
    );
    signal.addEventListener('abort', stop, { once: true });
    socket.once('connect', () => settle());
    // Stays: an error after the connection is one of the SSH client as well.
    socket.on('error', (error: NodeJS.ErrnoException) =>
      settle(
        error.syscall === 'getaddrinfo'
          ? new DeploymentFailed('name_unknown', `The name ${host} is unknown on this device`)
          : new DeploymentFailed('no_channel', `Port ${port} of ${host} does not answer: ${error.code}`),
      ),
    );
    if (signal.aborted) stop();
  });
}

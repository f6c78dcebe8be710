import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';

/** The ids of a user, for the process of its script. */
export interface LocalUser {
  uid: number;
  gid: number;
  name: string;
  home: string;
}

/** The local user that a script runs as; undefined for the user of the agent. @throws RpcError where this agent may not become it */
export async function findLocalUser(name: string, signal: AbortSignal): Promise<LocalUser | undefined> {
  if (name === '' || name === userInfo().username) return undefined;
  if (process.platform === 'win32') throw refused('On Windows, scripts run as the user of the agent alone');
  if (process.getuid?.() !== 0)
    throw refused(`The agent does not run as root, so it cannot run a script as the user “${name}”`);
  // `getent` also knows the users of a directory; macOS does without it.
  const uid = await readNumber(['-u', name], signal);
  const gid = await readNumber(['-g', name], signal);
  if (uid === undefined || gid === undefined) throw refused(`This device has no user “${name}”`);
  return { uid, gid, name, home: await readHome(name, signal) };
}

async function readNumber(args: readonly string[], signal: AbortSignal): Promise<number | undefined> {
  const text = await output('id', args, signal);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

async function readHome(name: string, signal: AbortSignal): Promise<string> {
  const entry = await output('getent', ['passwd', name], signal);
  return entry?.split(':')[5] ?? '/';
}

function output(program: string, args: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 5000, maxBuffer: 4096, signal }, (error, stdout) =>
      resolve(error ? undefined : stdout.trim()),
    );
  });
}

function refused(message: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, message);
}

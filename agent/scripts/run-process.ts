import { spawn, type ChildProcess } from 'node:child_process';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { LocalUser } from './local-user.ts';
import type { Collected } from './output.ts';

interface Options {
  cwd: string;
  env: NodeJS.ProcessEnv;
  user: LocalUser | undefined;
  output: Collected;
  /** Until it is ended. */
  seconds: number;
  signal: AbortSignal;
}

export interface End {
  outcome: 'exited' | 'killed' | 'timed_out';
  exitCode: number | null;
}

/** From a polite end to the kill, and from the script's end until what it left behind is ended, too. */
const GRACE_MS = 2000;

/**
 * Runs a program in a process group of its own, without a shell and without input. The whole group ends with the program, with
 * the time-out and with the signal.
 * @throws RpcError when it cannot be started
 */
export async function runProcess(program: string, args: readonly string[], options: Options): Promise<End> {
  const { cwd, env, user, output, seconds, signal } = options;
  signal.throwIfAborted();
  const child = spawn(program, args, {
    cwd,
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  const exited = new Promise<{ code: number | null }>((resolve, reject) => {
    child.once('exit', (code) => resolve({ code }));
    child.once('error', (error) =>
      reject(new RpcError(rpcCodes.invalidParams, `${program} could not be started: ${error.message}`)),
    );
  });
  const reading = Promise.all([output.read('out', child.stdout), output.read('err', child.stderr)]).catch(
    () => undefined,
  );
  let timedOut = false;
  let ending = false;
  let killing: NodeJS.Timeout | undefined;
  const end = () => {
    ending = true;
    // An agent that stops has no time for a second attempt.
    killGroup(child, isInterrupted(signal) ? 'SIGKILL' : 'SIGTERM');
    killing ??= setTimeout(() => killGroup(child, 'SIGKILL'), GRACE_MS);
  };
  const limit = setTimeout(() => {
    timedOut = true;
    end();
  }, seconds * 1000);
  signal.addEventListener('abort', end, { once: true });
  try {
    const { code } = await exited;
    // A program that it left behind may hold the pipes open; it ends with the script.
    const left = setTimeout(() => killGroup(child, 'SIGTERM'), GRACE_MS);
    const closed = setTimeout(() => closePipes(child), 2 * GRACE_MS);
    await reading;
    clearTimeout(left);
    clearTimeout(closed);
    if (process.platform !== 'win32') killGroup(child, 'SIGKILL');
    if (timedOut) return { outcome: 'timed_out', exitCode: null };
    return code === null || ending ? { outcome: 'killed', exitCode: null } : { outcome: 'exited', exitCode: code };
  } finally {
    clearTimeout(limit);
    clearTimeout(killing);
    signal.removeEventListener('abort', end);
  }
}

function isInterrupted({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof RpcError && reason.code === rpcCodes.interrupted;
}

/** Kills what still runs of the process group. Does nothing when the group has ended. */
function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
      'error',
      () => undefined,
    );
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

function closePipes({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}

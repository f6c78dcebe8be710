import { spawn } from 'node:child_process';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { RebootParams } from '#api/contract/agent-methods/power.ts';
import type { Identity } from '../identity.ts';
import type { MethodHandler } from '../methods/method.ts';
import { requireSignedReboot } from '../scripts/require-signed.ts';
import { splitArguments } from '../scripts/split-arguments.ts';
import type { AgentSettings } from '../settings.ts';

/** How far this device's clock may be from the server's. */
const CLOCK_MS = 10 * 60_000;
/** A command that has not ended by then takes the device down with it. */
const WAIT_MS = 10_000;

/** Reboots this device by the command of its settings, when its server signed that and its time has come. */
export function createReboot(
  { reboot }: Pick<AgentSettings, 'reboot'>,
  readIdentity: () => Identity | undefined,
  { waitMs = WAIT_MS, now = Date.now }: { waitMs?: number; now?: () => number } = {},
): MethodHandler<'power.reboot'> {
  return async (params, { commandId }) => {
    requireSignedReboot(readIdentity(), commandId, params);
    requireTime(params, now());
    if (reboot === undefined)
      throw refused('The settings of this device do not allow reboots: they name no command (CAIRN_AGENT_REBOOT)');
    const [program = '', ...args] = splitArguments(reboot);
    return { outcome: await runCommand(program, args, waitMs) };
  };
}

/** @throws RpcError */
function requireTime({ notBefore, notAfter }: RebootParams, now: number): void {
  if (now < Date.parse(notBefore) - CLOCK_MS || now > Date.parse(notAfter) + CLOCK_MS)
    throw refused(
      `The reboot is for another time: it may begin from ${notBefore} until ${notAfter}, and the clock of this device says ${new Date(now).toISOString()}`,
    );
}

/** @throws RpcError when it cannot be started or ends with an error */
function runCommand(program: string, args: readonly string[], waitMs: number): Promise<'exited' | 'running'> {
  return new Promise((resolve, reject) => {
    // It outlives the agent, which ends with the device.
    const child = spawn(program, args, { detached: true, stdio: 'ignore', windowsHide: true, env: environment() });
    const waiting = setTimeout(() => {
      child.unref();
      resolve('running');
    }, waitMs);
    child.once('error', (error) => {
      clearTimeout(waiting);
      reject(refused(`The command for reboots could not be started: ${error.message}`));
    });
    child.once('exit', (code, signal) => {
      clearTimeout(waiting);
      if (code === 0) resolve('exited');
      else reject(refused(`The command for reboots ended with ${signal ?? `code ${code}`}`));
    });
  });
}

/** That of the agent without its own settings, which hold its token. */
function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:CAIRN_|NODE_)/i.test(name)));
}

function refused(words: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, words);
}

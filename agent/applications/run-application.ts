import { stat } from 'node:fs/promises';
import { dirname, extname, isAbsolute } from 'node:path';
import { signedApplication } from '#api/contract/agent-methods/application.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { Identity } from '../identity.ts';
import type { MethodHandler } from '../methods/method.ts';
import { findLocalUser } from '../scripts/local-user.ts';
import { requireSignature } from '../scripts/require-signed.ts';
import { runWithOutput } from '../scripts/run-with-output.ts';
import { splitArguments } from '../scripts/split-arguments.ts';
import type { AgentSettings } from '../settings.ts';

/** Windows starts these with cmd.exe, which reads their arguments in a way that nobody can quote. */
const BATCH = new Set(['.bat', '.cmd']);

/** Runs an application of this computer, from its folder, that this device's server signed, unless the device's settings refuse scripts. */
export function createApplicationRun(
  { scripts }: Pick<AgentSettings, 'scripts'>,
  readIdentity: () => Identity | undefined,
): MethodHandler<'application.run'> {
  return async (application, { commandId, signal, item }) => {
    const signed = (nodeId: number) => signedApplication(commandId, nodeId, application);
    requireSignature(readIdentity(), signed, application.signature, 'application');
    if (!scripts) throw refused('The settings of this device refuse scripts and applications (CAIRN_AGENT_SCRIPTS)');
    const { path, parameters, runAs, timeoutSeconds } = application;
    const args = splitArguments(parameters);
    await requireApplication(path);
    const user = await findLocalUser(runAs, signal);
    return runWithOutput({ program: path, args, cwd: dirname(path), user, seconds: timeoutSeconds, signal }, item);
  };
}

/** @throws RpcError where the path is not that of a file of this computer */
async function requireApplication(path: string): Promise<void> {
  if (!isAbsolute(path)) throw refused(`“${path}” is not a full path on this device`);
  if (process.platform === 'win32' && BATCH.has(extname(path).toLowerCase()))
    throw refused('A batch file does not run as an application: add it to the library as a script');
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw refused(`This device has no application at ${path}`);
}

function refused(message: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, message);
}

import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { signedInstall, type SentInstaller } from '#api/contract/agent-methods/installer.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { Identity } from '../identity.ts';
import type { MethodHandler } from '../methods/method.ts';
import { findLocalUser, type LocalUser } from '../scripts/local-user.ts';
import { requireSignature } from '../scripts/require-signed.ts';
import { collecting } from '../scripts/run-with-output.ts';
import { splitArguments } from '../scripts/split-arguments.ts';
import { giveTo } from '../scripts/write-script.ts';
import type { AgentSettings } from '../settings.ts';
import { downloadHelper, downloadInstaller } from './download-installer.ts';
import { installerCommand } from './installer-command.ts';
import { requireStep, runSteps } from './run-steps.ts';

/** Downloads and runs an installer that this device's server signed, unless the device's settings refuse scripts. */
export function createInstallerRun(
  { scripts, server, dataDirectory }: Pick<AgentSettings, 'scripts' | 'server' | 'dataDirectory'>,
  readIdentity: () => Identity | undefined,
): MethodHandler<'installer.run'> {
  return async (install, { commandId, signal, item }) => {
    const signed = (nodeId: number) => signedInstall(commandId, nodeId, install);
    requireSignature(readIdentity(), signed, install.signature, 'installer');
    if (!scripts)
      throw new RpcError(
        rpcCodes.invalidParams,
        'The settings of this device refuse scripts and installers (CAIRN_AGENT_SCRIPTS)',
      );
    const { extension } = install.file;
    const own = splitArguments(install.parameters);
    // A device that cannot run all of it downloads nothing.
    installerCommand({ file: '', extension, own });
    for (const step of [install.before, install.after]) requireStep(step);
    const user = await findLocalUser(install.runAs, signal);
    // Not the folder for temporary files: it may be small, or forbid programs.
    const folder = join(dataDirectory, 'installers');
    await mkdir(folder, { recursive: true, mode: 0o711 });
    const directory = await mkdtemp(join(folder, 'run-'));
    try {
      const file = await bring(server, install, { directory, user, signal });
      const where = { cwd: directory, user, signal, seconds: install.timeoutSeconds };
      return await collecting(item, signal, (output) =>
        runSteps(install, installerCommand({ file, extension, own }), where, output, item),
      );
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  };
}

/** Downloads the installer and its helper files into the folder of the run, and gives them to the user that runs it. Returns its path. */
async function bring(
  server: URL,
  install: SentInstaller,
  { directory, user, signal }: { directory: string; user: LocalUser | undefined; signal: AbortSignal },
): Promise<string> {
  const file = join(directory, `installer${install.file.extension}`);
  await downloadInstaller(server, install, file, signal);
  for (const helper of install.helpers) await downloadHelper(server, helper, directory, signal);
  const files = [file, ...install.helpers.map(({ name }) => join(directory, name))];
  if (user !== undefined) for (const each of files) await chown(each, user.uid, user.gid);
  await giveTo(directory, user);
  return file;
}

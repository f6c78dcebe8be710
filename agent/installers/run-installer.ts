import { chown, chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { signedInstall } from '#api/contract/agent-methods/installer.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { Identity } from '../identity.ts';
import type { MethodHandler } from '../methods/method.ts';
import { findLocalUser } from '../scripts/local-user.ts';
import { collectOutput } from '../scripts/output.ts';
import { requireSignature } from '../scripts/require-signed.ts';
import { runProcess } from '../scripts/run-process.ts';
import { scriptEnvironment } from '../scripts/script-environment.ts';
import { splitArguments } from '../scripts/split-arguments.ts';
import type { AgentSettings } from '../settings.ts';
import { downloadInstaller } from './download-installer.ts';
import { installerCommand } from './installer-command.ts';

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
    // A device that cannot run it downloads nothing.
    installerCommand({ file: '', extension, own });
    const user = await findLocalUser(install.runAs, signal);
    // Not the folder for temporary files: it may be small, or forbid programs.
    const folder = join(dataDirectory, 'installers');
    await mkdir(folder, { recursive: true, mode: 0o711 });
    const directory = await mkdtemp(join(folder, 'run-'));
    try {
      const file = join(directory, `installer${extension}`);
      await downloadInstaller(server, install, file, signal);
      if (user !== undefined) {
        await chown(file, user.uid, user.gid);
        await chown(directory, user.uid, user.gid);
      }
      await chmod(directory, 0o700);
      const { program, args } = installerCommand({ file, extension, own });
      const output = collectOutput(item);
      try {
        const started = performance.now();
        const end = await runProcess(program, args, {
          cwd: directory,
          env: { ...scriptEnvironment(user), DEBIAN_FRONTEND: 'noninteractive' },
          user,
          output,
          seconds: install.timeoutSeconds,
          signal,
        });
        return { ...end, cut: output.cut, seconds: Math.round(performance.now() - started) / 1000 };
      } finally {
        // What came until the end is said, also when nobody asks for the result any more.
        if (!signal.aborted) output.end();
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  };
}

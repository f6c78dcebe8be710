import { chown, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { SentScript } from '#api/contract/agent-methods/script.ts';
import type { Identity } from '../identity.ts';
import type { MethodHandler } from '../methods/method.ts';
import type { AgentSettings } from '../settings.ts';
import { interpreterOf } from './interpreters.ts';
import { findLocalUser, type LocalUser } from './local-user.ts';
import { collectOutput } from './output.ts';
import { requireSigned } from './require-signed.ts';
import { runProcess } from './run-process.ts';
import { scriptEnvironment } from './script-environment.ts';
import { splitArguments } from './split-arguments.ts';

/** Runs a script that this device's server signed, unless the device's settings refuse scripts. */
export function createScriptRun(
  { scripts }: Pick<AgentSettings, 'scripts'>,
  readIdentity: () => Identity | undefined,
): MethodHandler<'script.run'> {
  return async (script, { commandId, signal, item }) => {
    requireSigned(readIdentity(), commandId, script);
    if (!scripts)
      throw new RpcError(rpcCodes.invalidParams, 'The settings of this device refuse scripts (CAIRN_AGENT_SCRIPTS)');
    const own = splitArguments(script.parameters);
    const interpreter = interpreterOf(script.language);
    const user = await findLocalUser(script.runAs, signal);
    const directory = await mkdtemp(join(tmpdir(), 'cairn-script-'));
    try {
      const file = join(directory, `script.${interpreter.extension}`);
      await writeScript(directory, file, script, user);
      const output = collectOutput(item);
      try {
        const started = performance.now();
        const end = await runProcess(interpreter.program, interpreter.args(file, own), {
          cwd: directory,
          env: {
            ...scriptEnvironment(user),
            ...Object.fromEntries(script.variables.map(({ name, value }) => [name, value])),
          },
          user,
          output,
          seconds: script.timeoutSeconds,
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

/** Only the user that runs the script may read it. */
async function writeScript(
  directory: string,
  file: string,
  { text, language }: SentScript,
  user: LocalUser | undefined,
): Promise<void> {
  // cmd.exe and cscript.exe read lines that end as those of Windows do.
  const lines = language === 'batchfile' || language === 'vbscript' ? text.replaceAll(/\r?\n/g, '\r\n') : text;
  // Windows PowerShell reads a file without a mark in the code page of the system.
  await writeFile(file, language === 'powershell' ? `\uFEFF${lines}` : lines, { mode: 0o600, flag: 'wx' });
  if (user === undefined) return;
  await chown(file, user.uid, user.gid);
  await chown(directory, user.uid, user.gid);
  await chmod(directory, 0o700);
}

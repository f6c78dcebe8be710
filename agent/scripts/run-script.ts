import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { Identity } from '../identity.ts';
import type { MethodHandler } from '../methods/method.ts';
import type { AgentSettings } from '../settings.ts';
import { interpreterOf } from './interpreters.ts';
import { findLocalUser } from './local-user.ts';
import { requireSigned } from './require-signed.ts';
import { runWithOutput } from './run-with-output.ts';
import { splitArguments } from './split-arguments.ts';
import { giveTo, writeScript } from './write-script.ts';

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
      await writeScript(file, script, user);
      await giveTo(directory, user);
      const { program } = interpreter;
      const variables = Object.fromEntries(script.variables.map(({ name, value }) => [name, value]));
      return await runWithOutput(
        {
          program,
          args: interpreter.args(file, own),
          cwd: directory,
          user,
          variables,
          seconds: script.timeoutSeconds,
          signal,
        },
        item,
      );
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  };
}

import { join } from 'node:path';
import type { SentInstaller, SentStep } from '#api/contract/agent-methods/installer.ts';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import { interpreterOf } from '../scripts/interpreters.ts';
import type { Collected } from '../scripts/output.ts';
import type { End } from '../scripts/run-process.ts';
import { runProgram, type Program } from '../scripts/run-with-output.ts';
import { splitArguments } from '../scripts/split-arguments.ts';
import { writeScript } from '../scripts/write-script.ts';

type Where = Pick<Program, 'cwd' | 'user' | 'signal' | 'seconds'>;
type Command = Pick<Program, 'program' | 'args'>;
type Say = (part: AgentPart<'installer.run', 'item'>) => void;

/** @throws RpcError where this device cannot run the script */
export function requireStep(step: SentStep | null): void {
  if (step === null) return;
  interpreterOf(step.language).args('', splitArguments(step.parameters));
}

/**
 * Runs the script before, the installer and the script after it, within the time limit of all three. The script after it also runs when the
 * installer failed, and reads its exit code from the variable `installerExitCode`.
 * @throws RpcError when the script before it fails: then nothing is installed
 */
export async function runSteps(
  { before, after }: Pick<SentInstaller, 'before' | 'after'>,
  installer: Command,
  where: Where,
  output: Collected,
  say: Say,
): Promise<End> {
  const began = performance.now();
  const left = (): Where => ({ ...where, seconds: Math.max(1, where.seconds - (performance.now() - began) / 1000) });
  // What a program wrote stands before what is said of it.
  const note = (text: string): void => {
    output.end();
    say({ stream: 'err', text: `${text}\n` });
  };
  if (before !== null) {
    const end = await runStep('before', before, left(), output);
    if (end.outcome === 'exited' && end.exitCode !== 0) throw failed(before, end);
    if (end.outcome !== 'exited') {
      if (end.outcome === 'timed_out') note(`The script “${before.name}” took too long, so the installer did not run.`);
      return end;
    }
  }
  const end = await runProgram({ ...left(), ...installer, variables: { DEBIAN_FRONTEND: 'noninteractive' } }, output);
  if (after === null || end.outcome !== 'exited') return end;
  const last = await runStep('after', after, left(), output, { installerExitCode: String(end.exitCode) });
  if (end.exitCode !== 0 || (last.outcome === 'exited' && last.exitCode === 0)) return end;
  note(`The installer succeeded, and the script “${after.name}” after it failed.`);
  return last;
}

async function runStep(
  file: 'before' | 'after',
  step: SentStep,
  where: Where,
  output: Collected,
  variables: Readonly<Record<string, string>> = {},
): Promise<End> {
  const { program, args, extension } = interpreterOf(step.language);
  const path = join(where.cwd, `cairn-${file}.${extension}`);
  await writeScript(path, step, where.user);
  const own = Object.fromEntries(step.variables.map(({ name, value }) => [name, value]));
  return runProgram(
    { ...where, program, args: args(path, splitArguments(step.parameters)), variables: { ...own, ...variables } },
    output,
  );
}

function failed({ name }: SentStep, { exitCode }: End): RpcError {
  const message = `The script “${name}” before the installation failed with exit code ${exitCode}, so the installer did not run.`;
  return new RpcError(rpcCodes.invalidParams, message);
}

import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import type { LocalUser } from './local-user.ts';
import { collectOutput, type Collected } from './output.ts';
import { runProcess, type End } from './run-process.ts';
import { scriptEnvironment } from './script-environment.ts';

export interface Program {
  program: string;
  args: readonly string[];
  cwd: string;
  user: LocalUser | undefined;
  /** Added to the environment variables that every program gets. */
  variables?: Readonly<Record<string, string>>;
  /** Until it is ended. */
  seconds: number;
  signal: AbortSignal;
}

type Say = (part: AgentPart<'script.run', 'item'>) => void;

/** Runs a program and says its output. @throws RpcError when it cannot be started */
export function runWithOutput(of: Program, say: Say): Promise<AgentPart<'script.run', 'result'>> {
  return collecting(say, of.signal, (output) => runProgram(of, output));
}

/** Does what writes output, which is said with what it took. */
export async function collecting(
  say: Say,
  signal: AbortSignal,
  work: (output: Collected) => Promise<End>,
): Promise<AgentPart<'script.run', 'result'>> {
  const output = collectOutput(say);
  try {
    const started = performance.now();
    const end = await work(output);
    return { ...end, cut: output.cut, seconds: Math.round(performance.now() - started) / 1000 };
  } finally {
    // What came until the end is said, also when nobody asks for the result any more.
    if (!signal.aborted) output.end();
  }
}

/** @throws RpcError when it cannot be started */
export function runProgram({ program, args, variables, user, ...where }: Program, output: Collected): Promise<End> {
  const env = { ...scriptEnvironment(user), ...variables };
  return runProcess(program, args, { ...where, env, user, output });
}

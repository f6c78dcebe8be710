import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Compile } from 'typebox/compile';
import { HostAnswer, type DelegateStage, type HostQuestion } from '#api/contract/agent-methods/vm-host.ts';
import { DelegateFailed, installDelegate, type DelegatePlace } from './install-delegate.ts';

/** The first line of a delegate that has started. */
const READY = 'ready';
const START_MS = 15_000;
const LARGEST_ANSWER = 2 * 1024 * 1024;

const answered = Compile(HostAnswer);

interface Options {
  signal: AbortSignal;
  stage?(stage: DelegateStage): void;
}

/** Asks the delegate about a host, after it was installed where it is missing; how that fails is an answer as well. */
export async function askDelegate(
  place: DelegatePlace,
  question: HostQuestion,
  { signal, stage = () => undefined }: Options,
): Promise<HostAnswer> {
  try {
    const program = await installDelegate(place, { signal, stage });
    return await run(program, question, { signal, stage });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DelegateFailed)) throw error;
    return { code: error.code, message: error.message.slice(0, 500), certificate: null, host: null, guests: [] };
  }
}

/** One question, one process: it gets the password by its standard input, and ends with its answer. @throws DelegateFailed */
function run(program: string, question: HostQuestion, { signal, stage }: Required<Options>): Promise<HostAnswer> {
  stage('starting');
  return new Promise((resolve, reject) => {
    // Of the environment it needs no more than what finds programs.
    const { PATH = '', SystemRoot = '' } = process.env;
    const child = spawn(process.execPath, [program], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH, ...(SystemRoot && { SystemRoot }) },
      windowsHide: true,
      signal,
    });
    let hasStarted = false;
    let size = 0;
    let answer: HostAnswer | undefined;
    const late = setTimeout(() => child.kill('SIGKILL'), START_MS);
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > LARGEST_ANSWER) child.kill('SIGKILL');
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!hasStarted) {
        if (line !== READY) return void child.kill('SIGKILL');
        hasStarted = true;
        clearTimeout(late);
        stage('testing');
        child.stdin.end(JSON.stringify(question));
        return;
      }
      answer ??= answerIn(line);
    });
    const fail = (cause: unknown) =>
      reject(new DelegateFailed(hasStarted ? 'vm_host_test_delegate_error' : 'failed_to_start_service', cause));
    child.once('error', (error) => {
      clearTimeout(late);
      fail(error);
    });
    child.once('close', (code) => {
      clearTimeout(late);
      if (answer === undefined) fail(`The delegate ended with code ${code} and without an answer`);
      else resolve(answer);
    });
  });
}

function answerIn(line: string): HostAnswer | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return answered.Check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Compile } from 'typebox/compile';
import { HostResponse, type DelegateStage, type HostRequest } from '#api/contract/agent-methods/vm-host.ts';
import { moduleArguments } from '../own-program.ts';
import { DelegateFailed, installDelegate, type DelegatePlace } from './install-delegate.ts';

/** The first line of a delegate that has started. */
const READY = 'ready';
const START_MS = 15_000;
const LARGEST_ANSWER = 2 * 1024 * 1024;

const answered = Compile(HostResponse);

interface Options {
  signal: AbortSignal;
  stage?(stage: DelegateStage): void;
}

/** Installs the delegate if it is missing and sends it the request. A delegate that cannot be installed or started is a response, too. */
export async function askDelegate(
  place: DelegatePlace,
  request: HostRequest,
  { signal, stage = () => undefined }: Options,
): Promise<HostResponse> {
  try {
    const program = await installDelegate(place, { signal, stage });
    return await run(program, request, { signal, stage });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DelegateFailed)) throw error;
    return { code: error.code, message: error.message.slice(0, 500), certificate: null, host: null, guests: [] };
  }
}

/** Starts a process for one request and writes the request, with the password, to its standard input. @throws DelegateFailed */
function run(program: string, request: HostRequest, { signal, stage }: Required<Options>): Promise<HostResponse> {
  stage('starting');
  return new Promise((resolve, reject) => {
    // The process inherits no secrets from the agent's environment.
    const { PATH = '', SystemRoot = '' } = process.env;
    const child = spawn(process.execPath, moduleArguments(program), {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH, ...(SystemRoot && { SystemRoot }) },
      windowsHide: true,
      signal,
    });
    let hasStarted = false;
    let size = 0;
    let answer: HostResponse | undefined;
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
        child.stdin.end(JSON.stringify(request));
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

function answerIn(line: string): HostResponse | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return answered.Check(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

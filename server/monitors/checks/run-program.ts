import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ProgramOutput {
  /** Null when it was ended by a signal, undefined when it could not be started. */
  code: number | null | undefined;
  text: string;
}

/** More than any answer needs; what comes beyond is dropped. */
const longest = 262_144;

/** What a program needs to be found and started, in a fixed language, since its output is read; none of the server's secrets. */
function programEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'Path', 'SystemRoot', 'TMPDIR', 'TEMP'];
  const needed = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(needed), LC_ALL: 'C', LANG: 'C' };
}

/** Runs a program without a shell, bounded in time and output. `onLine` hears each line of its standard output at once. Never rejects. */
export function runProgram(
  file: string,
  args: readonly string[],
  milliseconds: number,
  options: { signal?: AbortSignal; onLine?: (line: string) => void } = {},
): Promise<ProgramOutput> {
  return new Promise((resolve) => {
    const { signal, onLine } = options;
    let text = '';
    const child = spawn(file, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: programEnvironment(),
    });
    const keep = (chunk: string) => {
      if (text.length < longest) text += chunk;
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep);
    if (onLine) createInterface({ input: child.stdout }).on('line', onLine);
    const end = () => child.kill('SIGKILL');
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
    const settle = (code: number | null | undefined) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve({ code, text });
    };
    child.once('error', () => settle(undefined));
    child.once('close', (code) => settle(code));
  });
}

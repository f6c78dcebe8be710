import { execFile } from 'node:child_process';

/** Everything the program wrote to either output, whatever its exit code; undefined when it is not there or may not run. */
export function runProgram(
  program: string,
  args: readonly string[],
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { timeout: timeoutMs, maxBuffer: 256 * 1024, windowsHide: true, signal };
    execFile(program, args, options, (error, stdout, stderr) => {
      const missing = error && (error.code === 'ENOENT' || error.code === 'EACCES' || error.code === 'EPERM');
      resolve(missing ? undefined : `${stdout}\n${stderr}`);
    });
  });
}

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The file's text without its outer blanks; empty when it is absent or may not be read. */
export async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch {
    return '';
  }
}

/** What a program prints; empty when it is absent, fails or takes longer than five seconds. */
export function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 5000, maxBuffer: 1024 * 1024, windowsHide: true }, (error, stdout) =>
      resolve(error ? '' : stdout.trim()),
    );
  });
}

import { runProgram } from './run-program.ts';
import type { Echoes } from './echoes.ts';

export const fpingTimes: Echoes = async (address, { count, timeoutMs, signal }) => {
  const args = ['-q', '-C', String(count), '-p', '1000', '-t', String(timeoutMs), address];
  const output = await runProgram('fping', args, { timeoutMs: count * 1000 + timeoutMs + 5000, signal });
  return output === undefined ? undefined : timesInFping(output, address);
};

/** `10.0.0.1 : 0.52 - 0.48`: one column a request, a hyphen where none came back. Undefined without such a line. */
export function timesInFping(output: string, address: string): number[] | undefined {
  const line = output
    .split('\n')
    .map((each) => each.split(' : '))
    .find(
      ([host, columns]) =>
        host?.trim() === address && /^(?:[\d.]+|-)(?:\s+(?:[\d.]+|-))*\s*$/.test(columns?.trim() ?? ''),
    );
  return line?.[1]
    ?.trim()
    .split(/\s+/)
    .flatMap((column) => (column === '-' ? [] : [Number(column)]));
}

import { runProgram } from './run-program.ts';
import type { Echoes } from './echoes.ts';

export const pingTimes: Echoes = async (address, { count, timeoutMs, signal }) => {
  const seconds = String(Math.ceil(timeoutMs / 1000));
  const wait = { win32: ['-w', String(timeoutMs)], darwin: ['-W', String(timeoutMs)] }[process.platform as string];
  const args = [process.platform === 'win32' ? '-n' : '-c', String(count), ...(wait ?? ['-W', seconds]), address];
  const output = await runProgram('ping', args, { timeoutMs: count * 1000 + timeoutMs + 5000, signal });
  return output === undefined ? undefined : timesInPing(output);
};

/** Reads `time=0.52 ms` and `time<1ms` in any language; undefined when the program sent nothing. */
export function timesInPing(output: string): number[] | undefined {
  const times = [...output.matchAll(/[=<]\s?([\d.]+)\s?ms\b/g)].map(([, time]) => Number(time));
  // The summary says how many percent were lost, also when all were.
  return times.length > 0 || /\d\s?%/.test(output) ? times : undefined;
}

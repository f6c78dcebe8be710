import { parseArgs } from 'node:util';

/**
 * The options of `cairn-agent enroll`. A token may begin with a dash, which `parseArgs` takes for another option unless it stands
 * behind an equals sign. @throws Error that names what is wrong
 */
export function enrollOptions(args: readonly string[]): { server?: string; token?: string } {
  const options = { server: { type: 'string' }, token: { type: 'string' } } as const;
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1);
    if (last === '--server' || last === '--token') joined[joined.length - 1] = `${last}=${arg}`;
    else joined.push(arg);
  }
  return parseArgs({ args: joined, options }).values;
}

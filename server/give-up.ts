/** Ends the process with words for the person who started it. */
export function giveUp(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

/** One line a message; a supervising server takes them into its own log. Never holds a token or a key. */
export type Log = (message: string) => void;

export function standardLog(message: string): void {
  process.stdout.write(`${message}\n`);
}

// Stands in for api/send-file.ts in a simulated page (vitest.config.ts): its library sends bytes in ways that jsdom does not have.
import type { sendFile as Real } from '#api/send-file.ts';

let server: typeof Real | undefined;

/** Who takes the files that the page sends. */
export function takeFiles(by: typeof Real): void {
  server = by;
}

export const sendFile: typeof Real = (id, file, options) => {
  if (server === undefined) throw new Error('a file is sent and nobody takes it');
  return server(id, file, options);
};

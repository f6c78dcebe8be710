import { DirectoryInUse } from './database/embedded/directory-lock.ts';
import { DiskFull } from './database/embedded/disk.ts';
import { KeyDiffers } from './database/key-check.ts';
import { SchemaNewer } from './database/migrate.ts';
import { giveUp } from './give-up.ts';
import type { Settings } from './settings.ts';
import { startServer } from './start.ts';

/** A clean stop that takes longer than this is ended; PostgreSQL keeps what was acknowledged either way. */
const LONGEST_STOP_MS = 15_000;

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

function wordsOf(error: unknown, settings: Settings): string {
  if (error instanceof DirectoryInUse || error instanceof DiskFull || error instanceof KeyDiffers) return error.message;
  if (error instanceof SchemaNewer) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC') return new DiskFull(settings.dataDirectory).message;
  if (code === 'EADDRINUSE')
    return `Port ${settings.port} on ${settings.host} is taken by another program. Set CAIRN_PORT to another one.`;
  if (code === 'EACCES')
    return `Cairn may not write to ${settings.dataDirectory}, or not listen on port ${settings.port}. Set CAIRN_DATA or CAIRN_PORT.`;
  if (
    settings.databaseUrl &&
    (code === 'ECONNREFUSED' || code === '28P01' || code === '3D000' || code === 'ENOTFOUND')
  ) {
    return `The database that DATABASE_URL names cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Runs the server until a signal ends it; what it cannot start with is said, and ends the process. */
export async function serve(settings: Settings): Promise<void> {
  const starting = startServer(settings);
  let stopping = false;

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
    const server = await starting.catch(() => undefined);
    await server?.close();
    process.exit(0);
  }

  // From the first moment on: a start that is broken off must not leave its PostgreSQL behind.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());

  try {
    const { setupLink } = await starting;
    if (setupLink) say(`\nCairn is ready. Make the first administrator here:\n\n  ${setupLink}\n`);
    else say(`\nCairn is ready: ${settings.publicUrl}/\n`);
  } catch (error) {
    if (!stopping) giveUp(wordsOf(error, settings));
  }
}

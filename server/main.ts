import { DirectoryInUse } from './database/embedded/directory-lock.ts';
import { DiskFull } from './database/embedded/disk.ts';
import { readSettings, SettingsWrong, type Settings } from './settings.ts';
import { startServer } from './start.ts';

/** A clean stop that takes longer than this is ended; PostgreSQL keeps what was acknowledged either way. */
const LONGEST_STOP_MS = 15_000;

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

function giveUp(words: string): never {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

function settingsOrEnd(): Settings {
  try {
    return readSettings();
  } catch (error) {
    if (error instanceof SettingsWrong) giveUp(error.problems.join('\n'));
    throw error;
  }
}

function wordsOf(error: unknown, settings: Settings): string {
  if (error instanceof DirectoryInUse || error instanceof DiskFull) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
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

const settings = settingsOrEnd();
try {
  const server = await startServer(settings);
  say(
    server.setupLink
      ? `\nCairn is ready. Make the first administrator here:\n\n  ${server.setupLink}\n`
      : `\nCairn is ready: ${settings.publicUrl}/\n`,
  );
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
      void server.close().then(() => process.exit(0));
    });
  }
} catch (error) {
  giveUp(wordsOf(error, settings));
}

import { BackupRefused } from '../backup/backup-refused.ts';
import { DirectoryInUse } from '../database/embedded/directory-lock.ts';
import { DiskFull } from '../database/embedded/disk.ts';
import { SchemaNewer, SchemaOlder } from '../database/migrate.ts';
import { SettingsWrong } from '../settings.ts';
import { CommandRefused } from './with-database.ts';

const known = [BackupRefused, CommandRefused, DirectoryInUse, DiskFull, SchemaNewer, SchemaOlder, SettingsWrong];

/**
 * What a command says when it fails: one sentence where the failure is known or the system refused a file or a directory,
 * else the whole stack.
 */
export function wordsOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (known.some((kind) => error instanceof kind)) return error.message;
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === undefined || path === undefined) return error.stack ?? error.message;
  // `ENOENT: no such file or directory, open '/backups/a'`
  const [, reason = error.message] = /^\w+: (.*), \w+ '/.exec(error.message) ?? [];
  return `${path} cannot be used: ${reason}.`;
}

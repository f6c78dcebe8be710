import { writeBackup } from '../backup/write-backup.ts';
import { requireSchema } from '../database/migrate.ts';
import { readSecretKey } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { auditCommand } from './audited.ts';
import { withDatabase } from './with-database.ts';

interface Options {
  passphrase: string;
  onSnapshot?: (name: string) => Promise<void>;
}

/** `npm run backup -- FILE`. The trail of the installation says that it was made. */
export async function backUp(
  settings: Settings,
  file: string,
  options: Options,
): Promise<{ rows: number; bytes: number }> {
  const secretKey = () => readSecretKey(settings.dataDirectory, settings.secretKey);
  return withDatabase(settings, async (connection) => {
    await requireSchema(connection, settings.root);
    const made = await writeBackup({ connection, file, secretKey: secretKey(), version: settings.version, ...options });
    await auditCommand(settings, connection, {
      action: 'BACKUP_MADE',
      entityType: 'DIVISION',
      entityId: 1,
      summary: `Made a backup of ${made.rows} rows`,
      detail: { ...made, file },
    });
    return made;
  });
}

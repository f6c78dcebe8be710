import { sealOldChain } from '../audit/seal-old-chain.ts';
import { BackupRefused } from '../backup/backup-refused.ts';
import { openBackup } from '../backup/restore-backup.ts';
import { connect } from '../database/connect.ts';
import { createSecrets, writeSecretKey } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { auditCommand } from './audited.ts';
import { withOwnDatabase } from './with-database.ts';

/** `npm run restore -- FILE`: into an empty data directory, or an empty database that DATABASE_URL names. */
export async function restore(
  settings: Settings,
  file: string,
  passphrase: string,
): Promise<{ rows: number; createdAt: string }> {
  const backup = await openBackup(file, passphrase, settings.root);
  const { createdAt, version } = backup.header;
  if (settings.secretKey !== undefined && settings.secretKey !== backup.secretKey.toString('base64')) {
    throw new BackupRefused(
      'CAIRN_SECRET_KEY is another key than that of the backup. Unset it, or set it to the same key.',
    );
  }
  return withOwnDatabase(settings, async (connection) => {
    if (settings.secretKey === undefined && !writeSecretKey(settings.dataDirectory, backup.secretKey)) {
      throw new BackupRefused(`${settings.dataDirectory} belongs to another installation; name an empty directory.`);
    }
    const { rows } = await backup.restoreTo(connection, settings.root);
    const { pool, database } = connect(connection, () => undefined);
    try {
      await sealOldChain(database, createSecrets(settings.dataDirectory, settings.secretKey), new Date());
    } finally {
      await pool.end();
    }
    await auditCommand(settings, connection, {
      action: 'BACKUP_RESTORED',
      entityType: 'DIVISION',
      entityId: 1,
      summary: `Restored a backup of ${createdAt}`,
      detail: { rows, createdAt, version },
    });
    return { rows, createdAt };
  });
}

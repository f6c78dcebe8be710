import type { ClientConfig } from 'pg';
import { appendAudit } from '../audit/chain.ts';
import { connect } from '../database/connect.ts';
import type { Queries } from '../database/database.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import { createSecrets } from '../secrets.ts';
import type { Settings } from '../settings.ts';

/** Makes a change and its audit row in one transaction. On the server's own shell nobody is signed in. */
export async function auditedChange(
  settings: Settings,
  connection: ClientConfig,
  change: (db: Queries, now: Date) => Promise<AuditEntry>,
): Promise<void> {
  const { pool, database } = connect(connection, () => undefined, { connections: 1 });
  const now = new Date();
  try {
    const secrets = createSecrets(settings.dataDirectory, settings.secretKey);
    const origin = { userId: null, name: 'Server shell', ip: '', at: now };
    await database.transaction(async (tx) => appendAudit(tx, secrets, origin, [await change(tx, now)]));
  } finally {
    await pool.end();
  }
}

/** Appends the audit row of a command that has done its work already. */
export async function auditCommand(settings: Settings, connection: ClientConfig, entry: AuditEntry): Promise<void> {
  await auditedChange(settings, connection, () => Promise.resolve(entry));
}

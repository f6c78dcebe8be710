import { AnchorFile } from '../audit/anchor-file.ts';
import { verifyTrail, type Verdict } from '../audit/verify-chain.ts';
import { connect } from '../database/connect.ts';
import { requireSchema } from '../database/migrate.ts';
import { createSecrets } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { withDatabase } from './with-database.ts';

/** `npm run audit:verify`: recomputes the trail and compares it with this server's anchors. */
export async function verifyAudit(settings: Settings): Promise<Verdict & { anchors: number }> {
  return withDatabase(settings, async (connection) => {
    await requireSchema(connection, settings.root);
    const { pool, database } = connect(connection, () => undefined);
    try {
      const anchors = new AnchorFile(settings.dataDirectory).read();
      const secrets = createSecrets(settings.dataDirectory, settings.secretKey);
      return { ...(await verifyTrail(database, secrets, anchors)), anchors: anchors.length };
    } finally {
      await pool.end();
    }
  });
}

import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { lockMigration } from '../database/migrate.ts';
import { cloudMonitor } from '../database/schema/monitors.ts';
import type { Secrets } from '../secrets.ts';
import { checkOf } from './checks/registry.ts';
import { sealRows, sealText } from './checks/sealed-values.ts';

const batch = 500;
const plain = sql`(${cloudMonitor.config} @? '$.requestHeaders[*].value' or ${cloudMonitor.config} @? '$.requestBodyForm[*].value'
  or jsonb_typeof(${cloudMonitor.config} -> 'requestBodyRaw') = 'string')`;

/**
 * Seals what requests send, headers and bodies, that an earlier version stored in plain text, at each start: a backup of that
 * version may have been restored. Cut off, the next start goes on.
 */
export async function sealOldValues(database: Database, { seal }: Pick<Secrets, 'seal'>): Promise<number> {
  let sealed = 0;
  for (let last = 0; ;) {
    const rows = await database.transaction(async (tx) => {
      await lockMigration(tx);
      const found = await tx
        .select({ id: cloudMonitor.nodeId, config: cloudMonitor.config })
        .from(cloudMonitor)
        .where(and(gt(cloudMonitor.nodeId, last), plain))
        .orderBy(asc(cloudMonitor.nodeId))
        .limit(batch)
        .for('no key update');
      for (const { id, config } of found) {
        const http = checkOf('HTTP');
        const rows = (http.sealedRows ?? []).filter((field) => config[field] !== undefined);
        const texts = (http.sealedTexts ?? []).filter((field) => config[field] !== undefined);
        const sealedConfig = {
          ...config,
          ...Object.fromEntries(rows.map((field) => [field, sealRows(config[field], config[field], seal)])),
          ...Object.fromEntries(texts.map((field) => [field, sealText(undefined, config[field], seal)])),
        };
        await tx.update(cloudMonitor).set({ config: sealedConfig }).where(eq(cloudMonitor.nodeId, id));
      }
      return found;
    });
    sealed += rows.length;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < batch) return sealed;
  }
}

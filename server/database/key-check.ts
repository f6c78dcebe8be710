import type { Secrets } from '../secrets.ts';
import type { Database } from './database.ts';
import { installation } from './schema/installation.ts';

/** This server has another key than the one that sealed the secrets in the database. */
export class KeyDiffers extends Error {
  constructor(dataDirectory: string) {
    super(
      'The secrets in this database were sealed with another key. Copy secret.key from the data directory of the server that ' +
        `began it to ${dataDirectory}, or set CAIRN_SECRET_KEY to its content.`,
    );
    this.name = 'KeyDiffers';
  }
}

const WORD = 'cairn';

/**
 * Found at start instead of at the first secret that cannot be read: several servers on one database need one key, and so does
 * a database that was restored.
 * @throws KeyDiffers
 */
export async function requireSameKey(database: Database, secrets: Secrets, dataDirectory: string): Promise<void> {
  await database
    .insert(installation)
    .values({ id: 1, keyCheck: secrets.seal(WORD) })
    .onConflictDoNothing();
  const [row] = await database.select().from(installation);
  try {
    if (row && secrets.open(row.keyCheck) === WORD) return;
  } catch {
    // Sealed with another key.
  }
  throw new KeyDiffers(dataDirectory);
}

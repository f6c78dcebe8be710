import type { Secrets } from '../secrets.ts';
import type { Database } from './database.ts';
import { installation } from './schema/installation.ts';

/** This server's key differs from the key that sealed the secrets in the database. */
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
 * Checks the key at start rather than at the first unreadable secret: all servers on a database need the same key, and so does
 * a restored database.
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
    // The word was sealed with another key.
  }
  throw new KeyDiffers(dataDirectory);
}

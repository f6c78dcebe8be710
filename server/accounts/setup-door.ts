import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Queries } from '../database/database.ts';
import { appUser } from '../database/schema/users.ts';
import { newToken, sameText } from './tokens.ts';

/** First-run set-up, which creates the first administrator. It is closed once a user exists. */
export interface SetupDoor {
  isOpen(db?: Queries): Promise<boolean>;
  /** Token of the printed link while set-up is open: the configured one, else one stored in the data directory, so that a restart prints the same link. */
  token(): Promise<string | undefined>;
  matches(token: string): boolean;
  /** Deletes the stored token. */
  close(): void;
}

export function createSetupDoor(options: {
  database: Database;
  dataDirectory: string;
  /** `CAIRN_SETUP_TOKEN`. */
  givenToken?: string | undefined;
}): SetupDoor {
  const file = join(options.dataDirectory, 'setup-token');
  let closed = false;

  async function isOpen(db: Queries = options.database): Promise<boolean> {
    if (closed) return false;
    const users = await db.select({ id: appUser.id }).from(appUser).limit(1);
    // Cache "closed": only a restore can remove all users, and that needs a restart.
    if (users.length > 0 && db === options.database) closed = true;
    return users.length === 0;
  }

  return {
    isOpen,
    async token() {
      if (!(await isOpen())) {
        rmSync(file, { force: true });
        return undefined;
      }
      return options.givenToken ?? readOrCreateToken(options.dataDirectory, file);
    },
    matches: (token) => sameText(token, options.givenToken ?? readOrCreateToken(options.dataDirectory, file)),
    close() {
      closed = true;
      rmSync(file, { force: true });
    },
  };
}

function readOrCreateToken(directory: string, file: string): string {
  mkdirSync(directory, { recursive: true });
  const read = () => readFileSync(file, 'utf8').trim();
  try {
    writeFileSync(file, `${newToken()}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const kept = read();
  if (kept !== '') return kept;
  // A crash between creating and writing the file leaves it empty.
  writeFileSync(file, `${newToken()}\n`, { flush: true });
  chmodSync(file, 0o600);
  return read();
}

import { hash, verify } from '@node-rs/argon2';
import { requireNoTransaction } from '../database/transaction-scope.ts';
import { createTurns } from './turns.ts';

// OWASP's floor for argon2id is 19 MiB and two passes; the package's `Algorithm` is a const enum, and argon2id its default.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Every hash takes a thread and 19 MiB: a flood of sign-ins waits here, bounded, and holds no database connection. */
export const inPasswordTurn = createTurns({ atOnce: 8, waiting: 64 });

export function hashPassword(password: string): Promise<string> {
  requireNoTransaction('Hashing a password');
  return inPasswordTurn(() => hash(password.normalize('NFKC'), cost));
}

let nobody: Promise<string> | undefined;

/**
 * Whether the password is the one of this hash. Without a hash it still does the whole work and answers no, so that
 * the time tells nobody which emails exist. The caller has a turn.
 */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  requireNoTransaction('Checking a password');
  nobody ??= hash('nobody has this password', cost);
  const matches = await verify(stored ?? (await nobody), password.normalize('NFKC'));
  return matches && stored != null;
}

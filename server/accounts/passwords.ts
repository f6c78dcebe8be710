import { hash, verify } from '@node-rs/argon2';
import { requireNoTransaction } from '../database/transaction-scope.ts';
import { createTurns } from './turns.ts';

// OWASP's floor for argon2id is 19 MiB and two passes; the package's `Algorithm` is a const enum, and argon2id its default.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash takes a thread and 19 MiB, so a flood of sign-ins waits in this bounded queue, without a database connection. */
export const inPasswordTurn = createTurns({ atOnce: 8, waiting: 64 });

export function hashPassword(password: string): Promise<string> {
  requireNoTransaction('Hashing a password');
  return inPasswordTurn(() => hash(password.normalize('NFKC'), cost));
}

let nobody: Promise<string> | undefined;

/**
 * Whether the password matches this hash. Without a hash it takes as long and returns false, so that
 * the timing does not reveal which emails exist. The caller must hold a turn.
 */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  requireNoTransaction('Checking a password');
  nobody ??= hash('nobody has this password', cost);
  const matches = await verify(stored ?? (await nobody), password.normalize('NFKC'));
  return matches && stored != null;
}

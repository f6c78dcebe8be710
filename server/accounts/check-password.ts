import type { Queries } from '../database/database.ts';
import { inPasswordTurn, passwordMatches } from './passwords.ts';
import { forgiveAttempt, refuseWhileBlocked, takeAttempt, type AttemptKey } from './throttle.ts';

interface PasswordCheck {
  db: Queries;
  now: Date;
  keys: readonly AttemptKey[];
  password: string;
  /** The stored hash. */
  stored: string | null | undefined;
}

/** Checks a password, throttled by `keys`, outside any transaction. @throws Refused `rate_limited` */
export async function checkPassword({ db, now, keys, password, stored }: PasswordCheck): Promise<boolean> {
  // A throttled attempt must not take a place in the queue.
  await refuseWhileBlocked(db, keys, now);
  return inPasswordTurn(async () => {
    await takeAttempt(db, keys, now);
    const matches = await passwordMatches(password, stored);
    if (matches) await forgiveAttempt(db, keys);
    return matches;
  });
}

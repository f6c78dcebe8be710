import { hash, verify } from '@node-rs/argon2';

// OWASP's floor for argon2id is 19 MiB and two passes; the package's `Algorithm` is a const enum, and argon2id its default.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost);
}

let nobody: Promise<string> | undefined;

/**
 * Whether the password is the one of this hash. Without a hash it still does the whole work and answers no, so that
 * the time tells nobody which emails exist.
 */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password');
  const matches = await verify(stored ?? (await nobody), password.normalize('NFKC'));
  return matches && stored != null;
}

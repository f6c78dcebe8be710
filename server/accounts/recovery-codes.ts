import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { recoveryCode } from '../database/schema/users.ts';
import type { Queries } from '../database/database.ts';
import { hashToken } from './tokens.ts';

const COUNT = 10;
// Without 0, 1, i, l, o and u, which people misread.
const letters = '23456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Replaces the user's recovery codes. Only the return value contains them in plain text. */
export async function renewRecoveryCodes(db: Queries, userId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
  await db.insert(recoveryCode).values(codes.map((code) => ({ userId, codeHash: hashCode(code) })));
  return codes;
}

/** Accepts a recovery code, once. */
export async function takeRecoveryCode(db: Queries, userId: number, code: string, now: Date): Promise<boolean> {
  const taken = await db
    .update(recoveryCode)
    .set({ usedAt: now })
    .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.codeHash, hashCode(code)), isNull(recoveryCode.usedAt)))
    .returning({ id: recoveryCode.id });
  return taken.length === 1;
}

function newCode(): string {
  return Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, randomLetter).join('')).join('-');
}

function randomLetter(): string {
  for (;;) {
    // Reject bytes beyond the last whole multiple: they would favour the first letters.
    const byte = randomBytes(1)[0] ?? 255;
    if (byte < 256 - (256 % letters.length)) return letters.charAt(byte % letters.length);
  }
}

function hashCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

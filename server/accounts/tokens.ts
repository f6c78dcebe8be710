import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, encoded for a URL or a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token. A plain hash suffices, because a token cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(left)), Buffer.from(hashToken(right)));
}

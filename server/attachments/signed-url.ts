import { createHmac, timingSafeEqual } from 'node:crypto';
import { attachmentPath } from '#api/contract/attachments.ts';
import type { Secrets } from '../secrets.ts';

type Signing = Pick<Secrets, 'derive'>;

/** Milliseconds for which an address opens. A download that has begun goes on. */
export const addressMs = 10 * 60_000;

/** The path, with its signature, at which anybody gets the file until it expires. */
export function signAddress(secrets: Signing, id: string, expiresAt: Date): string {
  const expires = Math.floor(expiresAt.getTime() / 1000);
  return `${attachmentPath(id)}?expires=${expires}&signature=${signatureOf(secrets, id, expires)}`;
}

/** Whether the server made this address, and it has not expired. */
export function isOpenAddress(
  secrets: Signing,
  { id, expires, signature }: { id: string; expires: string; signature: string },
  now: Date,
): boolean {
  if (!/^\d{1,12}$/.test(expires)) return false;
  const right = Buffer.from(signatureOf(secrets, id, Number(expires)));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given) && Number(expires) * 1000 > now.getTime();
}

function signatureOf(secrets: Signing, id: string, expires: number): string {
  const key = secrets.derive('addresses of attachments');
  return createHmac('sha256', key).update(`${id} ${expires}`).digest('base64url');
}

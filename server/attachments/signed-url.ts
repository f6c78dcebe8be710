import { createHmac, timingSafeEqual } from 'node:crypto';
import { attachmentPath, type AttachmentUse } from '#api/contract/attachments.ts';
import type { Secrets } from '../secrets.ts';

type Signing = Pick<Secrets, 'derive'>;

/** Milliseconds for which an address opens. A download that has begun goes on. */
export const addressMs = 10 * 60_000;

/** The path, with its signature, at which anybody gets the file until it expires. */
export function signAddress(secrets: Signing, id: string, expiresAt: Date, use: AttachmentUse = 'download'): string {
  const expires = Math.floor(expiresAt.getTime() / 1000);
  return `${attachmentPath(id, use)}?expires=${expires}&signature=${signatureOf(secrets, { id, use, expires })}`;
}

/** Of an image that a list shows: the same address for ten minutes, so that a page that reads the list again has it already. */
export function signPreview(secrets: Signing, id: string, now: Date): string {
  const expires = (Math.floor(now.getTime() / addressMs) + 2) * addressMs;
  return signAddress(secrets, id, new Date(expires), 'preview');
}

/** Whether the server made this address, and it has not expired. */
export function isOpenAddress(
  secrets: Signing,
  { id, use, expires, signature }: { id: string; use: AttachmentUse; expires: string; signature: string },
  now: Date,
): boolean {
  if (!/^\d{1,12}$/.test(expires)) return false;
  const right = Buffer.from(signatureOf(secrets, { id, use, expires: Number(expires) }));
  const given = Buffer.from(signature);
  return right.length === given.length && timingSafeEqual(right, given) && Number(expires) * 1000 > now.getTime();
}

/** An address that was made for one use opens no other. */
function signatureOf(
  secrets: Signing,
  { id, use, expires }: { id: string; use: AttachmentUse; expires: number },
): string {
  const key = secrets.derive('addresses of attachments');
  return createHmac('sha256', key)
    .update(use === 'download' ? `${id} ${expires}` : `${id} ${use} ${expires}`)
    .digest('base64url');
}

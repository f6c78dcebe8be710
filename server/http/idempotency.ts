import { createHash } from 'node:crypto';
import { Refused } from '../refused.ts';

/** SHA-256 of what makes two requests the same. */
export function hashOfContent(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** @throws Refused `invalid_input` for an invalid key */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(header)) {
    throw new Refused('invalid_input', { fields: { '/Idempotency-Key': 'Must be 1 to 200 visible characters' } });
  }
  return header;
}

import { Refused } from '../refused.ts';

/** The revision in `If-Match`, with or without quotes; undefined for `*` or without the header. @throws Refused `invalid_input` */
export function readIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const digits = /^\s*(?:"(\d{1,10})"|(\d{1,10}))\s*$/.exec(header);
  if (!digits) throw new Refused('invalid_input', { fields: { '/If-Match': 'Must be a revision, such as "7", or *' } });
  return Number(digits[1] ?? digits[2]);
}

import { createHash } from 'node:crypto';

/**
 * The name under which the history keeps whether a text was found (1 or 0) in `where`: a body, a type of record. The
 * text itself may be long and stands in the condition, so a few bytes of its hash name it.
 */
export function keywordFact(where: string, keyword: string): string {
  return `${where}:${createHash('sha256').update(keyword).digest('base64url').slice(0, 12)}`;
}

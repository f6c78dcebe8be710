import { createHash, randomBytes } from 'node:crypto';

/** What names one message in a mailbox: letters and digits alone, so that every server finds it as one word. */
export interface Token {
  /** Of this way from sender to receiver, the same at each check. */
  way: string;
  /** Of this message. */
  unique: string;
}

export function newToken(way: readonly string[]): Token {
  const name = createHash('sha256').update(way.join('\n')).digest('hex').slice(0, 12);
  return { way: `cairn${name}`, unique: `${Date.now().toString(36)}x${randomBytes(8).toString('hex')}` };
}

export const subjectOf = ({ way, unique }: Token): string => `Cairn check ${way} ${unique}`;

/**
 * Messages of earlier checks are removed after this, in milliseconds. No check waits longer than 30 seconds; another process may be
 * waiting for a younger one.
 */
const staleAfter = 300_000;

/** Whether a text holds the subject of a message of the same way which was left behind. A clock that was set may put it ahead. */
export function isStale(subject: string, { way }: Token, now: number): boolean {
  const sent = new RegExp(`Cairn check ${way} ([0-9a-z]{8,9})x`).exec(subject)?.[1];
  return sent !== undefined && Math.abs(now - Number.parseInt(sent, 36)) > staleAfter;
}

/** What one check may remove of earlier ones: the rest is left to the next. */
export const mostLeftovers = 100;

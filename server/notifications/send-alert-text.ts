import { errors } from '#api/contract/errors.ts';
import type { Database } from '../database/database.ts';
import type { Sent } from '../deliveries/delivery-queue.ts';
import { Refused } from '../refused.ts';
import type { Secrets } from '../secrets.ts';
import { sendText } from '../text-messages/gateway.ts';
import { takeText } from '../text-messages/take-text.ts';

/** What fits into two segments: 7-bit letters, or 16-bit ones where there are others. */
const LONGEST = { plain: 306, other: 134 } as const;

/** The subject of an alert as a text message of at most two segments, on one line. */
export function shortText(subject: string): string {
  const line = subject.replace(/\s+/g, ' ').trim();
  const isPlain = /^[ -Z_a-z]*$/.test(line);
  const most = isPlain ? LONGEST.plain : LONGEST.other;
  if (line.length <= most) return line;
  // The dots are of the plain letters; half of a pair is none.
  return `${line.slice(0, most - 3).replace(/[\uD800-\uDBFF]$/, '')}...`;
}

/** Sends the subject of an alert to one number. What the gateway or a limit refuses is tried again later, as for any channel. */
export async function sendAlertText(
  { database, secrets }: { database: Database; secrets: Pick<Secrets, 'open'> },
  { to, subject }: { to: string; subject: string },
  now: Date,
): Promise<Sent> {
  try {
    const gateway = await database.transaction((tx) => takeText(tx, { phone: to }, now));
    const { ok, message } = await sendText(database, secrets, gateway, { to, body: shortText(subject) });
    return { status: null, answer: message, error: ok ? null : message };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: null, answer: null, error: errors[error.code].message, retryAfterSeconds: error.extra.retryAfter };
  }
}

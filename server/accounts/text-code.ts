import { createHmac, randomInt } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { OwnTransactions } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { division } from '../database/schema/organizations.ts';
import { textCode } from '../database/schema/text-messages.ts';
import { Refused } from '../refused.ts';
import type { Secrets } from '../secrets.ts';
import { sendText } from '../text-messages/gateway.ts';
import { takeText } from '../text-messages/take-text.ts';
import { sameText } from './tokens.ts';

const VALID_SECONDS = 300;
const RESEND_SECONDS = 30;
const MOST_ATTEMPTS = 5;
const LONGEST_NAME = 40;

/** Who asks for a code. */
export interface Asking {
  user: { id: number; name: string };
  /** Who alone may use the code. */
  holder: string;
  /** E.164. */
  phone: string;
}

export interface SentCode {
  /** The last digits of the number. */
  ending: string;
  /** Seconds until another code may be asked for, and for which this one is valid. */
  resendSeconds: number;
  validSeconds: number;
}

export const endingOf = (phone: string): string => phone.slice(-2);

/**
 * Sends a code, which replaces an earlier one of the user. No transaction is open while the gateway is asked.
 * @throws Refused `sms_gateway_missing`, `rate_limited`, `text_messages_exhausted`, `text_message_failed`
 */
export async function sendCode(context: OwnTransactions, { user, holder, phone }: Asking): Promise<SentCode> {
  const { services, now } = context;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const codeHash = hashCode(services.secrets, code);
  const gateway = await context.transaction(async ({ db }) => {
    // The gateway's row is locked from here on, so of two requests one sees the code of the other.
    const row = await takeText(db, { phone, userId: user.id }, now);
    await requirePause(db, user.id, now);
    const expiresAt = new Date(now.getTime() + VALID_SECONDS * 1000);
    const kept = { holder, phone, codeHash, attempts: 0, createdAt: now, expiresAt };
    await db
      .insert(textCode)
      .values({ userId: user.id, ...kept })
      .onConflictDoUpdate({ target: textCode.userId, set: kept });
    return row;
  });
  const [own] = await context.db.select({ name: division.name }).from(division).where(eq(division.id, 1));
  const name = own ? `Cairn ${own.name}`.slice(0, LONGEST_NAME) : 'Cairn';
  const body = `${code} is your code for ${name}. It is valid for 5 minutes. Nobody from support asks for it.`;
  const { ok, away, message } = await sendText(context.db, services.secrets, gateway, { to: phone, body });
  await context.transaction(async ({ db, audit }) => {
    // A code that did not arrive must not delay the next one.
    if (!ok) await db.delete(textCode).where(and(eq(textCode.userId, user.id), eq(textCode.codeHash, codeHash)));
    const ending = `the number ending in ${endingOf(phone)}`;
    await audit({
      action: ok ? 'TEXT_CODE_SENT' : 'TEXT_CODE_FAILED',
      entityType: 'USER',
      entityId: user.id,
      summary: ok ? `Sent a code to ${ending}` : `Could not send a code to ${ending}`,
      detail: { message },
      actor: { userId: user.id, name: user.name },
    });
  });
  // What the gateway said may name the number, so it stands in the audit trail alone.
  if (!ok)
    throw new Refused('text_message_failed', {
      message: away
        ? 'The SMS gateway does not answer, so no code was sent. Use another way, or try again later.'
        : 'The SMS gateway refused the message, so no code was sent. Use another way, or ask your administrator.',
    });
  return { ending: endingOf(phone), resendSeconds: RESEND_SECONDS, validSeconds: VALID_SECONDS };
}

/** @throws Refused `rate_limited` within 30 seconds of the last code */
async function requirePause(db: Queries, userId: number, now: Date): Promise<void> {
  const [last] = await db
    .select({ at: textCode.createdAt })
    .from(textCode)
    .where(and(eq(textCode.userId, userId), gt(textCode.createdAt, new Date(now.getTime() - RESEND_SECONDS * 1000))));
  if (!last) return;
  const retryAfter = Math.max(1, Math.ceil((last.at.getTime() - now.getTime()) / 1000) + RESEND_SECONDS);
  throw new Refused('rate_limited', {
    retryAfter,
    message: `A code was sent already. You can ask for another one in ${retryAfter} seconds.`,
  });
}

/** Accepts the holder's code, once and within five tries; returns the number that it was sent to. */
export async function takeTextCode(
  db: Queries,
  secrets: Pick<Secrets, 'derive'>,
  { userId, holder, code }: { userId: number; holder: string; code: string },
  now: Date,
): Promise<string | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const [row] = await db
    .update(textCode)
    .set({ attempts: sql`${textCode.attempts} + 1` })
    .where(
      and(
        eq(textCode.userId, userId),
        eq(textCode.holder, holder),
        gt(textCode.expiresAt, now),
        lt(textCode.attempts, MOST_ATTEMPTS),
      ),
    )
    .returning({ codeHash: textCode.codeHash, phone: textCode.phone });
  if (!row || !sameText(hashCode(secrets, code), row.codeHash)) return undefined;
  await forgetTextCode(db, userId);
  return row.phone;
}

export async function forgetTextCode(db: Queries, userId: number): Promise<void> {
  await db.delete(textCode).where(eq(textCode.userId, userId));
}

function hashCode(secrets: Pick<Secrets, 'derive'>, code: string): string {
  return createHmac('sha256', secrets.derive('text codes')).update(code).digest('hex');
}

import { eq } from 'drizzle-orm';
import { toE164 } from '#api/contract/phone-number.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext, OwnTransactions, WriteContext } from '../context.ts';
import { appUser, recoveryCode, session } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { requireAnswers } from '../require-fields.ts';
import { askedProof } from './asked-proof.ts';
import { holderName } from './key-challenge.ts';
import { readMethods } from './mfa-methods.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import { lockUser } from './save-user.ts';
import { dropUnusedCodes, recordChange } from './second-factor.ts';
import { forgetTextCode, sendCode, takeTextCode, type SentCode } from './text-code.ts';
import { codeKey, forgiveAttempt, takeAttempt } from './throttle.ts';

/** Sends a code to a new phone number of the caller; the number takes effect after confirmation. @throws what `sendCode` throws */
export async function beginTextPhone(context: OwnTransactions, given: string): Promise<SentCode> {
  const { services } = context;
  requireAnswers(services.screens.check('text-messages', 'phone', { phone: given }));
  const { userId, sessionId, name } = sessionOf(context);
  return sendCode(context, { user: { id: userId, name }, holder: setUp(sessionId), phone: toE164(given) });
}

/**
 * Stores the number that the code was sent to, and revokes the user's other sessions. Returns recovery codes, unless the user has
 * some. @throws Refused `INCORRECT_MFA_CODE`
 */
export async function confirmTextPhone(
  context: WriteContext & Pick<CallContext, 'ip'>,
  given: string,
): Promise<string[]> {
  const { db, services, now } = context;
  const { userId, sessionId } = sessionOf(context);
  const user = await lockUser(db, userId);
  await takeAttempt(db, [codeKey(userId)], now);
  const code = given.replace(/\s/g, '');
  const phone = await takeTextCode(db, services.secrets, { userId, holder: setUp(sessionId), code }, now);
  if (phone === undefined) {
    services.failedAttempts.note({ kind: 'SECOND_FACTOR_FAILED', user, ip: context.ip });
    throw new Refused('INCORRECT_MFA_CODE', { keep: true });
  }
  await forgiveAttempt(db, [codeKey(userId)]);
  await db.update(appUser).set({ textPhone: phone, updatedAt: now }).where(eq(appUser.id, userId));
  await db.update(session).set({ mfaAt: now }).where(eq(session.id, sessionId));
  await recordChange(context, 'TEXT_MESSAGES_ENABLED', `Set up codes by text message to ${phone}`);
  const hasCodes = (await db.$count(recoveryCode, eq(recoveryCode.userId, userId))) > 0;
  return hasCodes ? [] : renewRecoveryCodes(db, userId);
}

/** Removes the caller's phone number and revokes their other sessions. @throws Refused `no_phone_number` */
export async function removeTextPhone(context: WriteContext): Promise<void> {
  const { db, now } = context;
  const user = await lockUser(db, signedIn(context.actor).userId);
  if (user.textPhone === null) throw new Refused('no_phone_number');
  await db.update(appUser).set({ textPhone: null, updatedAt: now }).where(eq(appUser.id, user.id));
  await forgetTextCode(db, user.id);
  await dropUnusedCodes(db, user.id, await readMethods(db, { ...user, textPhone: null }));
  await recordChange(context, 'TEXT_MESSAGES_REMOVED', 'Removed codes by text message');
}

/** Sends a code for a pending sign-in, or for a step-up. @throws Refused `mfa_expired`, `no_phone_number`, and what `sendCode` throws */
export async function sendProofCode(context: OwnTransactions): Promise<SentCode> {
  const asked = await askedProof(context);
  if (!asked) throw new Refused('mfa_expired');
  const { userId, holder } = asked;
  const [user] = await context.db.select().from(appUser).where(eq(appUser.id, userId));
  if (!user?.enabled) throw new Refused('mfa_expired');
  if (user.textPhone === null) throw new Refused('no_phone_number');
  const name = `${user.firstName} ${user.lastName}`.trim();
  return sendCode(context, { user: { id: userId, name }, holder: holderName(holder), phone: user.textPhone });
}

const setUp = (sessionId: number): string => `set-up ${sessionId}`;

function sessionOf({ actor }: Pick<CallContext, 'actor'>): { userId: number; sessionId: number; name: string } {
  const { userId, sessionId, name } = signedIn(actor);
  if (sessionId === undefined) throw new Refused('api_key_refused');
  return { userId, sessionId, name };
}

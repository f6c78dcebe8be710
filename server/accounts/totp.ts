import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { generateSecret, generateURI, verify } from 'otplib';
import { toString as drawQr } from 'qrcode';
import { appUser } from '../database/schema/users.ts';
import type { Queries } from '../database/database.ts';

const STEP_SECONDS = 30;

/** A new secret with its `otpauth:` URI and QR code. */
export async function newTotp(email: string, issuer: string): Promise<{ secret: string; uri: string; qrSvg: string }> {
  const secret = generateSecret();
  const uri = generateURI({ issuer, label: email, secret });
  return { secret, uri, qrSvg: await drawQr(uri, { type: 'svg', margin: 1 }) };
}

/**
 * Accepts a six-digit code up to one step early or late. A code works once: its step must be newer than the last accepted
 * one, which the same statement stores with the user.
 */
export async function takeTotpCode(
  db: Queries,
  userId: number,
  secret: string,
  code: string,
  now: Date,
): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return false;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: STEP_SECONDS });
  if (!result.valid) return false;
  const step = Math.floor(epoch / STEP_SECONDS) + result.delta;
  const taken = await db
    .update(appUser)
    .set({ totpLastStep: step })
    .where(and(eq(appUser.id, userId), or(isNull(appUser.totpLastStep), lt(appUser.totpLastStep, step))))
    .returning({ id: appUser.id });
  return taken.length === 1;
}

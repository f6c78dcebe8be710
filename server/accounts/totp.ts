import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { generateSecret, generateURI, verify } from 'otplib';
import { toString as drawQr } from 'qrcode';
import { appUser } from '../database/schema/core.ts';
import type { Queries } from '../database/database.ts';

const STEP_SECONDS = 30;

/** A new secret with its `otpauth:` address and the QR code of it. */
export async function newTotp(email: string, issuer: string): Promise<{ secret: string; uri: string; qrSvg: string }> {
  const secret = generateSecret();
  const uri = generateURI({ issuer, label: email, secret });
  return { secret, uri, qrSvg: await drawQr(uri, { type: 'svg', margin: 1 }) };
}

/**
 * Takes a six-digit code, one step early or late allowed. A code works once: its step must be newer than the last one
 * taken, which is kept with the user in the same statement.
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

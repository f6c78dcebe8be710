import { and, eq, sql } from 'drizzle-orm';
import { isStandingUser } from '../access/visibility.ts';
import { appendAudit } from '../audit/chain.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import type { OwnTransactions } from '../context.ts';
import { makeLink } from './invitations.ts';
import { resetKey, takeAttempt } from './throttle.ts';
import { createTurns } from './turns.ts';

export const RESET_MINUTES = 60;
/** Bounds the queue during a flood of requests; further requests are dropped. */
const inMailTurn = createTurns({ atOnce: 2, waiting: 100 });

/**
 * Mails a reset link. The work starts after the reply, so that neither the text nor the timing reveals which accounts exist.
 * @throws Refused `mail_not_configured`
 */
export async function requestPasswordReset(context: OwnTransactions, email: string): Promise<void> {
  const { services, log } = context;
  if (!(await services.mailer.isConfigured(services.database))) throw new Refused('mail_not_configured');
  setImmediate(() => {
    inMailTurn(() => mailLink(context, email)).catch((error: unknown) => {
      const dropped = error instanceof Refused && error.code === 'rate_limited';
      log.warn(dropped ? {} : { err: error }, 'A password reset was asked for too often, or failed');
    });
  });
}

async function mailLink({ services, now, ip }: OwnTransactions, email: string): Promise<void> {
  const { database, mailer, settings, secrets } = services;
  const [user] = await database
    .select()
    .from(appUser)
    .where(and(eq(sql`lower(${appUser.email})`, email.trim().toLowerCase()), isStandingUser()));
  if (!user?.enabled) return;
  await takeAttempt(database, [resetKey(user.id)], now);
  await database.transaction(async (tx) => {
    const token = await makeLink(tx, user.id, 'RESET', now, RESET_MINUTES);
    await mailer.queue(
      tx,
      {
        to: user.email,
        subject: 'Reset your Cairn password',
        text: text(user.firstName, ip, linkTo(settings.publicUrl, token)),
      },
      now,
    );
    const summary = `Asked for a password reset link for ${user.email}`;
    await appendAudit(tx, secrets, { userId: null, name: '', ip, at: now }, [
      { action: 'PASSWORD_RESET_REQUESTED', entityType: 'USER', entityId: user.id, summary },
    ]);
  });
}

export function linkTo(publicUrl: string, token: string): string {
  return `${publicUrl}/#/forgotten-password?token=${token}`;
}

function text(firstName: string, ip: string, link: string): string {
  return [
    `Hello ${firstName},`,
    `somebody at ${ip} asked to reset the password of your Cairn account. Choose a new one here:`,
    link,
    `The link works once, for ${RESET_MINUTES} minutes. If it was not you, ignore this message: your password stays as it is.`,
  ].join('\n\n');
}

import { signedIn } from '../access/signed-in.ts';
import { Refused, type OwnTransactions } from '../http/handler.ts';

/** Hands the signed-in user a test message at once. @throws Refused `mail_not_configured`, `mail_failed` in the mail server's words */
export async function testMail(context: OwnTransactions): Promise<void> {
  const { email, userId } = signedIn(context.actor);
  const { mailer } = context.services;
  if (!mailer.configured) throw new Refused('mail_not_configured');
  try {
    await mailer.sendNow({
      to: email,
      subject: 'Test message from Cairn',
      text: 'Outgoing mail works: this message was sent from the general settings.',
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 300) : 'unknown reason';
    throw new Refused('mail_failed', { message: `The mail server did not take the message: ${reason}`, cause });
  }
  await context.transaction(({ audit }) =>
    audit({
      action: 'MAIL_TESTED',
      entityType: 'DIVISION',
      entityId: 1,
      summary: `Sent a test message to user ${userId}`,
    }),
  );
}

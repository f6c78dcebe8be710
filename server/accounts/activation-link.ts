import type { CallContext } from '../context.ts';
import { INVITATION_DAYS, invite } from './invitations.ts';

/** Creates a user's activation link, and mails it when a mail server is configured. */
export async function sendActivationLink(
  { db, services, now }: Pick<CallContext, 'db' | 'services' | 'now'>,
  user: { id: number; email: string; firstName: string },
): Promise<{ activationLink: string; mailed: boolean }> {
  const token = await invite(db, user.id, now);
  const activationLink = `${services.settings.publicUrl}/#/activate?token=${token}`;
  const text = [
    `Hello ${user.firstName},`,
    'an account in Cairn is ready for you. Choose your password here:',
    activationLink,
    `The link works once, for ${INVITATION_DAYS} days.`,
  ].join('\n\n');
  const mailed = await services.mailer.queue(db, { to: user.email, subject: 'Your Cairn account', text }, now);
  return { activationLink, mailed };
}

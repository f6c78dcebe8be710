import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { Refused } from '../refused.ts';
import type { OwnTransactions } from '../context.ts';
import { requireAnswers } from '../require-fields.ts';

type Outcome = ReplyOf<Catalogue['testMail']>['outcome'];

/** Hands a test message to the mail server at once and tells how that went. @throws Refused `mail_not_configured` */
export async function testMail(context: OwnTransactions, to: string): Promise<Outcome> {
  const { services } = context;
  requireAnswers(services.screens.check('division', 'mail-test', { to }));
  const handed = await services.mailer.tryNow({
    to,
    subject: 'Test message from Cairn',
    text: 'Outgoing mail works: this message was sent from the mail settings.',
  });
  if (!handed) throw new Refused('mail_not_configured');
  const { ok, message } = handed.found;
  await context.transaction(({ audit }) =>
    audit({
      action: 'MAIL_TESTED',
      entityType: 'DIVISION',
      entityId: 1,
      summary: ok ? `Sent a test message to ${to}` : `Tried to send a test message to ${to}`,
      detail: { ok, message },
    }),
  );
  return handed.found;
}

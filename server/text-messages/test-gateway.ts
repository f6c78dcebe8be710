import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { toE164 } from '#api/contract/phone-number.ts';
import type { OwnTransactions } from '../context.ts';
import { requireAnswers } from '../require-fields.ts';
import { sendText } from './gateway.ts';
import { takeText } from './take-text.ts';

type Outcome = ReplyOf<Catalogue['testSmsGateway']>['outcome'];

/** Sends a test message at once and tells how that went. @throws Refused `sms_gateway_missing`, `text_messages_exhausted` */
export async function testSmsGateway(context: OwnTransactions, given: string): Promise<Outcome> {
  const { services, now } = context;
  requireAnswers(services.screens.check('division', 'sms-gateway-test', { to: given }));
  const phone = toE164(given);
  const gateway = await context.transaction(({ db }) => takeText(db, { phone }, now));
  const body = 'Test message from Cairn: the SMS gateway works.';
  const { away: _, ...outcome } = await sendText(context.db, services.secrets, gateway, { to: phone, body });
  await context.transaction(({ audit }) =>
    audit({
      action: 'SMS_GATEWAY_TESTED',
      entityType: 'DIVISION',
      entityId: 1,
      summary: outcome.ok ? `Sent a test message to ${phone}` : `Tried to send a test message to ${phone}`,
      detail: { ok: outcome.ok, message: outcome.message },
    }),
  );
  return outcome;
}

import { eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { SmsGateway } from '#api/contract/text-messages.ts';
import type { CallContext, WriteContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { smsGateway } from '../database/schema/text-messages.ts';
import { Refused } from '../refused.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import type { GatewayRow } from './gateway.ts';

type Setup = Static<typeof SmsGateway>;

const nothing: Setup = {
  configured: false,
  baseUrl: 'https://api.twilio.com',
  accountSid: '',
  authTokenSet: false,
  sender: 'NUMBER',
  fromNumber: '',
  messagingServiceSid: '',
  hourlyLimit: 100,
};

export async function storedGateway(db: Queries): Promise<GatewayRow | undefined> {
  const [row] = await db.select().from(smsGateway).where(eq(smsGateway.id, 1));
  return row;
}

/** The SMS gateway, without its token. */
export async function readSmsGateway({ db }: Pick<CallContext, 'db'>): Promise<Setup> {
  const row = await storedGateway(db);
  if (!row) return nothing;
  const { baseUrl, accountSid, fromNumber, messagingServiceSid, hourlyLimit } = row;
  const sender = messagingServiceSid === '' ? 'NUMBER' : 'SERVICE';
  return {
    configured: true,
    authTokenSet: true,
    baseUrl,
    accountSid,
    sender,
    fromNumber,
    messagingServiceSid,
    hourlyLimit,
  };
}

/** @throws Refused `invalid_input` */
export async function saveSmsGateway(context: WriteContext, body: BodyOf<Catalogue['saveSmsGateway']>): Promise<Setup> {
  const { db, services, now } = context;
  const stored = await storedGateway(db);
  const authTokenSet = stored !== undefined;
  requireAnswers(services.screens.check('division', 'sms-gateway', { ...body, authTokenSet }));
  const { accountSid, authToken, sender, hourlyLimit } = body;
  const baseUrl = withoutSlashes(body.baseUrl.trim());
  // Otherwise a session could steal the token by naming a gateway of its own.
  const elsewhere = stored?.baseUrl !== baseUrl || stored.accountSid !== accountSid;
  if (stored && elsewhere && authToken === undefined)
    requireFields({ '/authToken': 'Enter the token again: the stored one is for another address or account' });
  const row = {
    baseUrl,
    accountSid,
    authToken: authToken === undefined ? (stored?.authToken ?? '') : services.secrets.seal(authToken),
    fromNumber: sender === 'NUMBER' ? (body.fromNumber ?? '').trim() : '',
    messagingServiceSid: sender === 'SERVICE' ? (body.messagingServiceSid ?? '') : '',
    hourlyLimit,
    updatedAt: now,
  };
  await db.insert(smsGateway).values(row).onConflictDoUpdate({ target: smsGateway.id, set: row });
  const { authToken: _, updatedAt: __, ...told } = row;
  await audit(context, 'SMS_GATEWAY_UPDATED', `Set the SMS gateway to ${baseUrl}`, {
    ...told,
    tokenChanged: authToken !== undefined,
  });
  return readSmsGateway(context);
}

function withoutSlashes(url: string): string {
  return url.endsWith('/') ? withoutSlashes(url.slice(0, -1)) : url;
}

/** Codes and alerts by text message stop until another gateway is set up. @throws Refused `not_found` */
export async function removeSmsGateway(context: WriteContext): Promise<void> {
  const [row] = await context.db.delete(smsGateway).where(eq(smsGateway.id, 1)).returning();
  if (!row) throw new Refused('not_found');
  await audit(context, 'SMS_GATEWAY_DELETED', `Removed the SMS gateway ${row.baseUrl}`);
}

async function audit(
  context: WriteContext,
  action: string,
  summary: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  await context.audit({ action, entityType: 'DIVISION', entityId: 1, summary, ...(detail && { detail }) });
  await context.announce('division', [1]);
}

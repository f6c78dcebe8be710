import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import type { Delivery } from '#api/contract/notifications.ts';
import type { Webhook } from '#api/contract/webhooks.ts';
import { newToken } from '../accounts/tokens.ts';
import type { Queries } from '../database/database.ts';
import { webhook, webhookDelivery } from '../database/schema/webhooks.ts';
import { giveUpWaiting } from '../deliveries/delivery-queue.ts';
import { toldDelivery } from '../deliveries/told-delivery.ts';
import { Refused } from '../refused.ts';
import type { CallContext } from '../context.ts';
import { judgeAnswers, mergeCustom, toShownCustom } from '../custom/custom-fields.ts';
import { requireAnswers } from '../require-fields.ts';
import { nextRevision, requireRevision } from '../revision.ts';
import type { Services } from '../services.ts';

type WebhookReply = Static<typeof Webhook>;
type WebhookInput = BodyOf<Catalogue['addWebhook']>;

const DELIVERIES_SHOWN = 100;

type Reading = Pick<CallContext, 'db' | 'services'>;

export async function listWebhooks({ db, services }: Reading): Promise<WebhookReply[]> {
  return (await db.select().from(webhook).orderBy(asc(webhook.id))).map((row) => toReply(services, row));
}

/** @throws Refused `not_found` */
export async function readWebhook({ db, services }: Reading, id: number): Promise<WebhookReply> {
  const [row] = await db.select().from(webhook).where(eq(webhook.id, id));
  if (!row) throw new Refused('not_found');
  return toReply(services, row);
}

/** Adds a webhook with a new signing secret, which is in this answer and, sealed, with the webhook. */
export async function addWebhook(context: Pick<CallContext, 'db' | 'services' | 'now'>, body: WebhookInput) {
  const { db, services, now } = context;
  const input = checked(context, body, {});
  const secret = newToken();
  const [row] = await db
    .insert(webhook)
    .values({ enabled: true, ...input, secret: services.secrets.seal(secret), createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('The webhook was not stored');
  return { webhook: toReply(services, row), secret };
}

/** @throws Refused `not_found` */
export async function saveWebhook(
  context: Pick<CallContext, 'db' | 'services' | 'now' | 'expectedRevision'>,
  id: number,
  body: WebhookInput,
): Promise<WebhookReply> {
  const { db, services, now } = context;
  const [stored] = await db.select().from(webhook).where(eq(webhook.id, id)).for('no key update');
  if (!stored) throw new Refused('not_found');
  const { revision } = stored;
  await requireRevision(context, {
    entityType: 'WEBHOOK',
    id,
    revision,
    current: async () => toReply(services, stored),
  });
  await db
    .update(webhook)
    .set({ ...checked(context, body, stored.custom), revision: nextRevision(webhook.revision), updatedAt: now })
    .where(eq(webhook.id, id));
  if (body.enabled === false) await giveUpWaiting(db, webhookDelivery, sql`webhook_id = ${id}`);
  return readWebhook(context, id);
}

/** Removes a webhook with its deliveries; the answer is its name. @throws Refused `not_found` */
export async function removeWebhook(db: Queries, id: number): Promise<string> {
  const [row] = await db.delete(webhook).where(eq(webhook.id, id)).returning({ name: webhook.name });
  if (!row) throw new Refused('not_found');
  return row.name;
}

/** The latest deliveries, newest first. @throws Refused `not_found` */
export async function listDeliveries(db: Queries, webhookId: number): Promise<Static<typeof Delivery>[]> {
  const [known] = await db.select({ id: webhook.id }).from(webhook).where(eq(webhook.id, webhookId));
  if (!known) throw new Refused('not_found');
  const rows = await db
    .select()
    .from(webhookDelivery)
    .where(eq(webhookDelivery.webhookId, webhookId))
    .orderBy(desc(webhookDelivery.id))
    .limit(DELIVERIES_SHOWN);
  return rows.map(toldDelivery);
}

export async function readDelivery(db: Queries, id: number): Promise<Static<typeof Delivery>> {
  const [row] = await db.select().from(webhookDelivery).where(eq(webhookDelivery.id, id));
  if (!row) throw new Refused('not_found');
  return toldDelivery(row);
}

/** Judges the body by the screen of the flow `webhook`. @throws Refused `invalid_input` */
function checked({ services }: Pick<CallContext, 'services'>, body: WebhookInput, stored: CustomFields) {
  const { name, url, events, enabled, custom: given } = body;
  const input = { name: name.trim(), url: url.trim(), events: [...new Set(events)] };
  requireAnswers(judgeAnswers(services.screens, 'webhook', { answers: { details: input }, given, stored }));
  return { ...input, custom: mergeCustom(stored, given), ...(enabled !== undefined && { enabled }) };
}

function toReply({ screens }: Pick<Services, 'screens'>, row: typeof webhook.$inferSelect): WebhookReply {
  const { id, name, url, enabled, revision, createdAt } = row;
  const events = row.events as WebhookReply['events'];
  const custom = toShownCustom(screens, 'webhook', row.custom);
  return { id, name, url, events, enabled, custom, revision, createdAt: createdAt.toISOString() };
}

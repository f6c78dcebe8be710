import { asc, eq, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { toE164 } from '#api/contract/phone-number.ts';
import type { NotificationChannel } from '#api/contract/notifications.ts';
import { newToken } from '../accounts/tokens.ts';
import type { Queries } from '../database/database.ts';
import { notificationChannel, notificationDelivery } from '../database/schema/notifications.ts';
import { violatedIndex } from '../database/violations.ts';
import { giveUpWaiting } from '../deliveries/delivery-queue.ts';
import { Refused } from '../refused.ts';
import type { CallContext } from '../context.ts';
import { judgeAnswers, mergeCustom, toShownCustom } from '../custom/custom-fields.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { nextRevision, requireRevision } from '../revision.ts';
import type { Services } from '../services.ts';
import { endTargetless, requireTarget, rulesAsked, rulesOf } from './channel-rules.ts';
import { requireRenders } from './http/check-template.ts';
import { configOf, givenSecrets, secretsOf, setFlags } from './http/http-config.ts';

type ChannelReply = Static<typeof NotificationChannel>;
type ChannelInput = BodyOf<Catalogue['addNotificationChannel']>;
type Row = typeof notificationChannel.$inferSelect;

/** The conditions of monitors; those of devices are copies of one setting. */
const conditionCount = sql<number>`(
  select count(*)::int from monitor_condition c join cloud_monitor m on m.node_id = c.monitor_id
  where notification_channel.id = any(c.notification_channel_ids))`;

type Reading = Pick<CallContext, 'db' | 'services'>;

/** Channels by name, one of them where an id is given. */
export async function listChannels({ db, services }: Reading, id?: number): Promise<ChannelReply[]> {
  const rows = await db
    .select({ row: notificationChannel, conditionCount })
    .from(notificationChannel)
    .where(id === undefined ? undefined : eq(notificationChannel.id, id))
    .orderBy(asc(sql`lower(${notificationChannel.name})`));
  return rows.map((found) => toReply(services, found));
}

/** @throws Refused `not_found` */
export async function readChannel(context: Reading, id: number): Promise<ChannelReply> {
  const [channel] = await listChannels(context, id);
  if (!channel) throw new Refused('not_found');
  return channel;
}

/** Adds a channel. A webhook gets a new signing secret, which is in this answer and, sealed, with the channel. */
export async function addChannel(context: Pick<CallContext, 'db' | 'services' | 'now'>, body: ChannelInput) {
  const { db, services, now } = context;
  const input = checked(context, body);
  await requireTarget(db, input);
  const secret = body.channelType === 'WEBHOOK' ? newToken() : undefined;
  const [row] = await named(() =>
    db
      .insert(notificationChannel)
      .values({ ...input, secret: secret && services.secrets.seal(secret), createdAt: now, updatedAt: now })
      .returning({ id: notificationChannel.id }),
  );
  if (!row) throw new Error('The channel was not stored');
  return { channel: await readChannel(context, row.id), ...(secret !== undefined && { secret }) };
}

/** @throws Refused `not_found`, `invalid_input` */
export async function saveChannel(
  context: Pick<CallContext, 'db' | 'services' | 'now' | 'expectedRevision'>,
  id: number,
  body: ChannelInput,
): Promise<ChannelReply> {
  const { db, now } = context;
  const stored = await lockedChannel(db, id);
  const { revision } = stored;
  const current = () => readChannel(context, id);
  await requireRevision(context, { entityType: 'NOTIFICATION_CHANNEL', id, revision, current });
  requireFields({
    '/channelType':
      stored.channelType === body.channelType ? undefined : 'The type cannot change once the channel is saved.',
    '/service':
      stored.http && body.service !== undefined && stored.http.service !== body.service
        ? 'The service cannot change once the channel is saved.'
        : undefined,
  });
  const input = checked(context, body, stored);
  await requireTarget(db, input, id);
  await named(() =>
    db
      .update(notificationChannel)
      .set({ ...input, revision: nextRevision(notificationChannel.revision), updatedAt: now })
      .where(eq(notificationChannel.id, id)),
  );
  if (body.enabled === false) await giveUpWaiting(db, notificationDelivery, sql`channel_id = ${id}`);
  return readChannel(context, id);
}

/** Removes a channel with its deliveries, and from conditions; the answer is its name. @throws Refused `not_found` */
export async function removeChannel(db: Queries, id: number): Promise<string> {
  // Conditions before the channel, in the order in which a check locks them; then those that were saved meanwhile.
  await forgetInConditions(db, id);
  const [row] = await db
    .delete(notificationChannel)
    .where(eq(notificationChannel.id, id))
    .returning({ name: notificationChannel.name });
  if (!row) throw new Refused('not_found');
  await forgetInConditions(db, id);
  await endTargetless(db);
  return row.name;
}

async function forgetInConditions(db: Queries, id: number): Promise<void> {
  await db.execute(sql`
    update monitor_condition set notification_channel_ids = array_remove(notification_channel_ids, ${id}::int)
    where ${id}::int = any(notification_channel_ids)`);
  await db.execute(sql`
    update device_alerts set notification_channel_ids = array_remove(notification_channel_ids, ${id}::int)`);
}

async function lockedChannel(db: Queries, id: number): Promise<Row> {
  const [row] = await db.select().from(notificationChannel).where(eq(notificationChannel.id, id)).for('no key update');
  if (!row) throw new Refused('not_found');
  return row;
}

/** Judges the body by the screen of the flow `notification-channel`, and answers its columns. @throws Refused `invalid_input` */
function checked({ services }: Pick<CallContext, 'services'>, body: ChannelInput, stored?: Row) {
  const { screens, secrets } = services;
  const { channelType, recipients = [], url = '', enabled, custom: given } = body;
  const told = { channelType, name: body.name.trim() };
  const rules = rulesOf(body, stored);
  const kept = stored?.custom ?? {};
  const custom = mergeCustom(kept, given);
  const rest = { recipients: [] as string[], url: null, custom, ...(enabled !== undefined && { enabled }) };
  const columns = { ...told, ...rules, ...rest };
  const check = (answers: Record<string, unknown>) =>
    requireAnswers(
      judgeAnswers(screens, 'notification-channel', {
        answers: { details: { ...told, ...rulesAsked(rules), ...answers } },
        given,
        stored: kept,
      }),
    );
  switch (channelType) {
    case 'EMAIL': {
      const rows = recipients.map(({ email }) => ({ email: email.trim() }));
      check({ recipients: rows });
      return { ...columns, recipients: rows.map(({ email }) => email) };
    }
    case 'SMS': {
      const rows = (body.phones ?? []).map(({ phone }) => ({ phone: phone.trim() }));
      check({ phones: rows });
      return { ...columns, recipients: [...new Set(rows.map(({ phone }) => toE164(phone)))] };
    }
    case 'WEBHOOK':
      check({ url: url.trim() });
      return { ...columns, url: url.trim() };
    case 'HTTP': {
      const http = configOf(body);
      const before = stored?.http ? { config: stored.http, secrets: stored.httpSecrets ?? {} } : undefined;
      const httpSecrets = secretsOf(body, http, secrets, before);
      check({ ...http, ...givenSecrets(body), ...setFlags(http.service, httpSecrets) });
      requireRenders(http);
      return { ...columns, http, httpSecrets };
    }
  }
}

/** @throws Refused `invalid_input` for a name that another channel has */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedIndex(error) !== 'notification_channel_name') throw error;
    throw new Refused('invalid_input', { fields: { '/name': 'Another channel has this name.' }, cause: error });
  }
}

function toReply(
  { screens }: Pick<Services, 'screens'>,
  { row, conditionCount: count }: { row: Row; conditionCount: number },
): ChannelReply {
  const { id, name, channelType, enabled, recipients, url, http, httpSecrets, createdAt } = row;
  const { repeatMinutes, escalateMinutes, escalateChannelId, revision } = row;
  return {
    id,
    name,
    channelType,
    enabled,
    recipients: channelType === 'SMS' ? [] : recipients.map((email) => ({ email })),
    phones: channelType === 'SMS' ? recipients.map((phone) => ({ phone })) : [],
    url,
    ...(http && { ...(http as Partial<ChannelReply>), ...setFlags(http.service, httpSecrets ?? {}) }),
    repeatMinutes,
    escalateMinutes,
    escalateChannelId,
    conditionCount: count,
    custom: toShownCustom(screens, 'notification-channel', row.custom),
    revision,
    createdAt: createdAt.toISOString(),
  };
}

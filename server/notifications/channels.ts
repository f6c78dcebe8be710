import { asc, eq, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { NotificationChannel } from '#api/contract/notifications.ts';
import { newToken } from '../accounts/tokens.ts';
import type { Queries } from '../database/database.ts';
import { notificationChannel, notificationDelivery } from '../database/schema/notifications.ts';
import { violatedIndex } from '../database/violations.ts';
import { giveUpWaiting } from '../deliveries/delivery-queue.ts';
import { Refused, type CallContext } from '../http/handler.ts';
import { requireAnswers, requireFields } from '../http/require-fields.ts';

type ChannelReply = Static<typeof NotificationChannel>;
type ChannelInput = BodyOf<Catalogue['addNotificationChannel']>;
type Row = typeof notificationChannel.$inferSelect;

const conditionCount = sql<number>`(
  select count(*)::int from monitor_condition c where notification_channel.id = any(c.notification_channel_ids))`;

/** Channels by name, one of them where an id is given. */
export async function listChannels(db: Queries, id?: number): Promise<ChannelReply[]> {
  const rows = await db
    .select({ row: notificationChannel, conditionCount })
    .from(notificationChannel)
    .where(id === undefined ? undefined : eq(notificationChannel.id, id))
    .orderBy(asc(sql`lower(${notificationChannel.name})`));
  return rows.map(toReply);
}

/** @throws Refused `not_found` */
export async function readChannel(db: Queries, id: number): Promise<ChannelReply> {
  const [channel] = await listChannels(db, id);
  if (!channel) throw new Refused('not_found');
  return channel;
}

/** Adds a channel. A webhook gets a new signing secret, which is in this answer and, sealed, with the channel. */
export async function addChannel(context: CallContext, body: ChannelInput) {
  const { db, services, now } = context;
  const input = checked(context, body);
  const secret = body.channelType === 'WEBHOOK' ? newToken() : undefined;
  const [row] = await named(() =>
    db
      .insert(notificationChannel)
      .values({ ...input, secret: secret && services.secrets.seal(secret), createdAt: now, updatedAt: now })
      .returning({ id: notificationChannel.id }),
  );
  if (!row) throw new Error('The channel was not stored');
  return { channel: await readChannel(db, row.id), ...(secret !== undefined && { secret }) };
}

/** @throws Refused `not_found`, `invalid_input` */
export async function saveChannel(context: CallContext, id: number, body: ChannelInput): Promise<ChannelReply> {
  const { db, now } = context;
  const stored = await lockedChannel(db, id);
  requireFields({
    '/channelType':
      stored.channelType === body.channelType ? undefined : 'The type cannot change once the channel is saved.',
  });
  await named(() =>
    db
      .update(notificationChannel)
      .set({ ...checked(context, body), updatedAt: now })
      .where(eq(notificationChannel.id, id)),
  );
  if (body.enabled === false) await giveUpWaiting(db, notificationDelivery, sql`channel_id = ${id}`);
  return readChannel(db, id);
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
  return row.name;
}

async function forgetInConditions(db: Queries, id: number): Promise<void> {
  await db.execute(sql`
    update monitor_condition set notification_channel_ids = array_remove(notification_channel_ids, ${id}::int)
    where ${id}::int = any(notification_channel_ids)`);
}

async function lockedChannel(db: Queries, id: number): Promise<Row> {
  const [row] = await db.select().from(notificationChannel).where(eq(notificationChannel.id, id)).for('no key update');
  if (!row) throw new Refused('not_found');
  return row;
}

/** Judges the body by the screen of the flow `notification-channel`, and answers its columns. @throws Refused `invalid_input` */
function checked({ services }: CallContext, { name, channelType, recipients = [], url = '', enabled }: ChannelInput) {
  const told = { channelType, name: name.trim() };
  const answers =
    channelType === 'EMAIL'
      ? { ...told, recipients: recipients.map(({ email }) => ({ email: email.trim() })) }
      : { ...told, url: url.trim() };
  requireAnswers(services.screens.check('notification-channel', 'details', answers));
  return {
    ...told,
    recipients: 'recipients' in answers ? answers.recipients.map(({ email }) => email) : [],
    url: 'url' in answers ? answers.url : null,
    ...(enabled !== undefined && { enabled }),
  };
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

function toReply({ row, conditionCount: count }: { row: Row; conditionCount: number }): ChannelReply {
  const { id, name, channelType, enabled, recipients, url, createdAt } = row;
  return {
    id,
    name,
    channelType,
    enabled,
    recipients: recipients.map((email) => ({ email })),
    url,
    conditionCount: count,
    createdAt: createdAt.toISOString(),
  };
}

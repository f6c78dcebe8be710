import { asc, inArray } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { notificationChannel } from '../../database/schema/notifications.ts';
import { requireFields } from '../../require-fields.ts';
import type { ConditionInput } from '../checked-input.ts';

/** The channels that the conditions name are there and stay until the transaction ends. @throws Refused `invalid_input` */
export async function requireChannels(db: Queries, conditions: readonly ConditionInput[]): Promise<void> {
  const ids = [...new Set(conditions.flatMap(({ notificationChannelIds = [] }) => notificationChannelIds))];
  if (ids.length === 0) return;
  const rows = await db
    .select({ id: notificationChannel.id })
    .from(notificationChannel)
    .where(inArray(notificationChannel.id, ids))
    .orderBy(asc(notificationChannel.id))
    .for('key share');
  const known = new Set(rows.map(({ id }) => id));
  requireFields(
    Object.fromEntries(
      conditions.map(({ notificationChannelIds = [] }, index) => [
        `/conditions/${index}/notificationChannelIds`,
        notificationChannelIds.every((id) => known.has(id)) ? undefined : 'A chosen channel is no longer there.',
      ]),
    ),
  );
}

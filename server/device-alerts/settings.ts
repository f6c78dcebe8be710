import { asc, inArray, sql } from 'drizzle-orm';
import { usualDeviceAlerts, type DeviceAlertSettings } from '#api/contract/device-alerts.ts';
import type { WriteContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { deviceAlerts } from '../database/schema/alerts.ts';
import { notificationChannel } from '../database/schema/notifications.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';

/** What applies to every device; what a later version added has its default. */
export async function readDeviceAlerts(db: Queries): Promise<DeviceAlertSettings> {
  const [row] = await db.select().from(deviceAlerts);
  if (!row) return usualDeviceAlerts;
  return { ...usualDeviceAlerts, ...row.settings, notificationChannelIds: row.notificationChannelIds };
}

/** @throws Refused `invalid_input` */
export async function saveDeviceAlerts(
  context: WriteContext,
  given: DeviceAlertSettings,
): Promise<DeviceAlertSettings> {
  const { db, services } = context;
  requireAnswers(services.screens.check('division', 'device-alerts', given));
  const notificationChannelIds = [...new Set(given.notificationChannelIds)];
  await requireKnown(db, notificationChannelIds);
  const { notificationChannelIds: _, ...settings } = given;
  await db
    .insert(deviceAlerts)
    .values({ settings, notificationChannelIds })
    .onConflictDoUpdate({ target: deviceAlerts.id, set: { settings, notificationChannelIds } });
  await context.audit({
    action: 'DEVICE_ALERTS_UPDATED',
    entityType: 'DIVISION',
    entityId: 1,
    summary: 'Changed what raises alerts of devices',
    detail: { ...settings, notificationChannelIds },
  });
  await context.announce('division', [1]);
  return readDeviceAlerts(db);
}

/** The channels are there and stay until the transaction ends. */
async function requireKnown(db: Queries, ids: readonly number[]): Promise<void> {
  const known = await db
    .select({ id: notificationChannel.id })
    .from(notificationChannel)
    .where(ids.length === 0 ? sql`false` : inArray(notificationChannel.id, [...ids]))
    .orderBy(asc(notificationChannel.id))
    .for('key share');
  requireFields({
    '/notificationChannelIds': known.length < ids.length ? 'A chosen channel is no longer there.' : undefined,
  });
}

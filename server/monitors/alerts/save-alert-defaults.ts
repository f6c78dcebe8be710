import { eq, isNull } from 'drizzle-orm';
import { holds } from '../../access/permissions.ts';
import type { Queries } from '../../database/database.ts';
import { alertDefaults } from '../../database/schema/alerts.ts';
import { notificationChannel } from '../../database/schema/notifications.ts';
import { Refused } from '../../refused.ts';
import type { CallContext, WriteContext } from '../../context.ts';
import { requireAnswers, requireFields } from '../../require-fields.ts';
import { readOrganization } from '../../organizations/organizations.ts';
import {
  readDefaults,
  readDivisionDefaults,
  type AlertDefaultsReply,
  type DefaultsSettings,
  type DivisionDefaultsReply,
} from './alert-defaults.ts';
import { allTechnicians, technicianNames } from './technicians.ts';

/** @throws Refused `invalid_input` */
export async function saveDivisionDefaults(
  context: WriteContext,
  given: DefaultsSettings,
): Promise<DivisionDefaultsReply> {
  const { db } = context;
  const settings = await checked(context, given, await allTechnicians(db));
  await store(db, null, settings);
  await context.audit({
    action: 'ALERT_DEFAULTS_UPDATED',
    entityType: 'DIVISION',
    entityId: 1,
    summary: 'Changed whom alerts notify',
    detail: { ...settings },
  });
  await context.announce('division', [1]);
  return readDivisionDefaults(db);
}

/** `given` null: those of the division again. @throws Refused `not_found`, `forbidden`, `invalid_input` */
export async function saveDefaults(
  context: WriteContext,
  organizationId: number,
  given: DefaultsSettings | null,
): Promise<AlertDefaultsReply> {
  const { db, actor } = context;
  const { name } = await readOrganization(context, organizationId);
  if (!holds(actor, 'ORGANIZATION:Update', organizationId)) throw new Refused('forbidden');
  const settings = given && (await checked(context, given, await technicianNames(db, organizationId)));
  await store(db, organizationId, settings);
  await context.audit({
    action: 'ALERT_DEFAULTS_UPDATED',
    entityType: 'ORGANIZATION',
    entityId: organizationId,
    summary: `Changed whom alerts of organization “${name}” notify`,
    detail: settings === null ? { own: false } : { ...settings },
  });
  await context.announce('organization', [organizationId]);
  return readDefaults(context, organizationId);
}

/** Held to the screen, with technicians and channels that are there. */
async function checked(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  { technicians, technicianIds, notificationChannelIds }: DefaultsSettings,
  candidates: readonly { id: number }[],
): Promise<DefaultsSettings> {
  const settings = {
    technicians,
    technicianIds: technicians === 'CHOSEN' ? [...new Set(technicianIds)] : [],
    notificationChannelIds: [...new Set(notificationChannelIds)],
  };
  const { technicianIds: chosen, ...rest } = settings;
  const answers = technicians === 'CHOSEN' ? settings : rest;
  requireAnswers(services.screens.check('division', 'alerts', answers));
  const channels = await db.select({ id: notificationChannel.id }).from(notificationChannel);
  const unknownTo = (known: readonly { id: number }[], ids: readonly number[]) =>
    ids.some((id) => !known.some((each) => each.id === id));
  requireFields({
    '/technicianIds': unknownTo(candidates, chosen) ? 'A chosen technician is no longer there.' : undefined,
    '/notificationChannelIds': unknownTo(channels, settings.notificationChannelIds)
      ? 'A chosen channel is no longer there.'
      : undefined,
  });
  return settings;
}

async function store(db: Queries, organizationId: number | null, settings: DefaultsSettings | null): Promise<void> {
  const { organizationId: column } = alertDefaults;
  await db.delete(alertDefaults).where(organizationId === null ? isNull(column) : eq(column, organizationId));
  if (settings !== null) await db.insert(alertDefaults).values({ organizationId, ...settings });
}

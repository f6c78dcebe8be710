import { sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../../access/permissions.ts';
import type { Queries } from '../../database/database.ts';
import type { NotifiedTechnicians } from '../../database/schema/alerts.ts';
import { Refused } from '../../refused.ts';
import type { CallContext } from '../../context.ts';
import { readOrganization } from '../../organizations/organizations.ts';
import { allTechnicians, technicianNames, techniciansOf } from './technicians.ts';

export type AlertDefaultsReply = ReplyOf<Catalogue['readAlertDefaults']>;
export type DivisionDefaultsReply = ReplyOf<Catalogue['readDivisionAlertDefaults']>;
export interface DefaultsSettings {
  technicians: NotifiedTechnicians;
  technicianIds: number[];
  notificationChannelIds: number[];
}

/** As before anybody set anything. */
const untouched: DefaultsSettings = { technicians: 'ALL', technicianIds: [], notificationChannelIds: [] };

type Row = Record<string, unknown> & DefaultsSettings & { own: boolean };

/** The settings that hold for an organization; those of the division for null. */
async function settingsOf(db: Queries, organizationId: number | null): Promise<DefaultsSettings & { own: boolean }> {
  const { rows } = await db.execute<Row>(sql`
    select organization_id is not null as own, technicians, technician_ids as "technicianIds",
      notification_channel_ids as "notificationChannelIds"
    from alert_defaults where organization_id = ${organizationId} or organization_id is null
    order by organization_id nulls last limit 1`);
  return rows[0] ?? { ...untouched, own: false };
}

export async function readDivisionDefaults(db: Queries): Promise<DivisionDefaultsReply> {
  const { own: _, ...settings } = await settingsOf(db, null);
  return { ...settings, candidates: await allTechnicians(db) };
}

/** @throws Refused `not_found`, `forbidden` */
export async function readDefaults(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  organizationId: number,
): Promise<AlertDefaultsReply> {
  const { db, actor, services } = context;
  await readOrganization(context, organizationId);
  if (!holds(actor, 'NODE:View', organizationId) && !holds(actor, 'ORGANIZATION:Update', organizationId))
    throw new Refused('forbidden');
  const settings = await settingsOf(db, organizationId);
  const { rows: channels } = await db.execute<{ name: string }>(sql`
    select name from notification_channel where enabled
      and id in (select json_array_elements_text(${JSON.stringify(settings.notificationChannelIds)}::json)::int) order by lower(name)`);
  return {
    ...settings,
    candidates: await technicianNames(db, organizationId),
    receivers: (await techniciansOf(db, organizationId)).map(({ name }) => name),
    channels: channels.map(({ name }) => name),
    mailConfigured: await services.mailer.isConfigured(db),
  };
}

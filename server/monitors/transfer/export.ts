import { and, asc, eq, sql } from 'drizzle-orm';
import type { FileReply } from '#api/contract/call.ts';
import type { Actor } from '../../access/actor.ts';
import { visibleNodes } from '../../access/visibility.ts';
import { node } from '../../database/schema/nodes.ts';
import { location, organization } from '../../database/schema/organizations.ts';
import { cloudMonitor, monitorState } from '../../database/schema/monitors.ts';
import { notificationChannel } from '../../database/schema/notifications.ts';
import { toShownCustom } from '../../custom/custom-fields.ts';
import type { Services } from '../../services.ts';
import { checkOf } from '../checks/registry.ts';
import { hasText, hasValues } from '../checks/sealed-values.ts';
import { matching, type MonitorFilter } from '../read-monitors.ts';
import { toldConfig, typeOf } from '../shown.ts';
import { byteOrderMark, csvLines } from '../../csv/write-csv.ts';
import { toldCondition } from './conditions-by-name.ts';
import { fields } from './fields.ts';
import { conditionsOf } from './read-known-places.ts';

/** Read and sent at once. */
const batch = 250;
const note =
  'Passwords and the values of request headers are not in this file; “secretsLeftOut” names those that are stored. Add the password, or the values to the headers, before you import the monitor elsewhere.';

type Reading = Pick<Services, 'database' | 'screens'>;

export interface ExportWish extends MonitorFilter {
  format: 'json' | 'csv';
  ids?: number[];
}

/** A file of the monitors that the list would show, or of these ids, by organization, location and name. */
export async function exportMonitors(
  { database: db, screens }: Reading,
  actor: Actor,
  wish: ExportWish,
  now: Date,
): Promise<{ file: FileReply; monitors: number }> {
  const ids = await idsOf({ database: db, screens }, actor, wish);
  const channels = new Map(
    (await db.select({ id: notificationChannel.id, name: notificationChannel.name }).from(notificationChannel)).map(
      ({ id, name }) => [id, name],
    ),
  );
  const told = batches({ database: db, screens }, actor, ids, channels);
  const name = `cairn-monitors-${now.toISOString().slice(0, 10)}.${wish.format}`;
  const file: FileReply =
    wish.format === 'csv'
      ? { name, mediaType: 'text/csv', text: asCsv(told) }
      : { name, mediaType: 'application/json', text: asJson(told, now) };
  return { file, monitors: ids.length };
}

const among = (ids: readonly number[]) =>
  sql`${node.id} in (select json_array_elements_text(${JSON.stringify(ids)}::json)::int)`;

async function idsOf(
  { database: db, screens }: Reading,
  actor: Actor,
  { ids, ...query }: ExportWish,
): Promise<number[]> {
  const rows = await db
    .select({ id: node.id })
    .from(cloudMonitor)
    .innerJoin(node, eq(node.id, cloudMonitor.nodeId))
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .innerJoin(location, eq(location.id, node.locationId))
    .leftJoin(monitorState, eq(monitorState.monitorId, cloudMonitor.nodeId))
    .where(and(matching(screens, actor, query), ids && among(ids)))
    .orderBy(sql`lower(${organization.name}), lower(${location.name}), lower(${node.name})`, asc(node.id));
  return rows.map(({ id }) => id);
}

type Told = Record<string, unknown>;

async function* batches(reading: Reading, actor: Actor, ids: readonly number[], channels: ReadonlyMap<number, string>) {
  for (let at = 0; at < ids.length; at += batch)
    yield await toldMonitors(reading, actor, ids.slice(at, at + batch), channels);
}

async function toldMonitors(
  { database: db, screens }: Reading,
  actor: Actor,
  ids: readonly number[],
  channels: ReadonlyMap<number, string>,
): Promise<Told[]> {
  const rows = await db
    .select({
      id: node.id,
      organizationId: node.organizationId,
      organization: organization.name,
      location: location.name,
      monitorName: node.name,
      monitorType: cloudMonitor.monitorType,
      enabled: cloudMonitor.enabled,
      frequency: cloudMonitor.frequency,
      timeout: cloudMonitor.timeout,
      config: cloudMonitor.config,
      custom: cloudMonitor.custom,
    })
    .from(cloudMonitor)
    .innerJoin(node, eq(node.id, cloudMonitor.nodeId))
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .innerJoin(location, eq(location.id, node.locationId))
    // What the actor may see is asked again: an export of many takes a while.
    .where(and(visibleNodes(actor), among(ids)));
  const conditions = await conditionsOf(db, rows);
  const place = new Map(ids.map((id, index) => [id, index]));
  rows.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0));
  return rows.map(({ id, organizationId, config, custom: kept, monitorType, ...rest }) => {
    const type = typeOf(monitorType);
    const { secrets, sealedRows = [], sealedTexts = [] } = checkOf(type);
    const leftOut = [
      ...Object.keys(secrets).filter((field) => typeof config[field] === 'string'),
      ...sealedRows.filter((field) => hasValues(config[field])),
      ...sealedTexts.filter((field) => hasText(config[field])),
    ];
    const custom = toShownCustom(screens.forOrganization(organizationId), 'cloud-monitor', kept);
    const { organization: whose, location: where, monitorName, ...common } = rest;
    return {
      organization: whose,
      location: where,
      monitorName,
      monitorType,
      ...common,
      ...toldConfig(type, config),
      ...(Object.keys(custom).length > 0 && { custom }),
      ...(leftOut.length > 0 && { secretsLeftOut: leftOut }),
      conditions: (conditions.get(id) ?? []).map((row) => {
        const { notificationChannelIds, ...condition } = toldCondition(row);
        return {
          ...condition,
          notificationChannels: notificationChannelIds.flatMap((each) => channels.get(each) ?? []),
        };
      }),
    };
  });
}

async function* asJson(told: AsyncIterable<Told[]>, now: Date): AsyncGenerator<string> {
  yield `{\n"format": "cairn-monitors",\n"version": 1,\n"exportedAt": ${JSON.stringify(now.toISOString())},\n"note": ${JSON.stringify(note)},\n"monitors": [`;
  let first = true;
  for await (const monitors of told) {
    yield monitors.map((each, index) => `${first && index === 0 ? '' : ','}\n${JSON.stringify(each)}`).join('');
    first = false;
  }
  yield '\n]\n}\n';
}

/** Columns of passwords are there and empty, and headers have their names: who imports elsewhere fills them in. */
async function* asCsv(told: AsyncIterable<Told[]>): AsyncGenerator<string> {
  const columns = [...fields.keys()];
  yield byteOrderMark + csvLines([columns]);
  for await (const monitors of told)
    if (monitors.length > 0) yield csvLines(monitors.map((each) => columns.map((column) => each[column])));
}

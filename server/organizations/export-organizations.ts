import { asc, eq, sql } from 'drizzle-orm';
import type { FileReply } from '#api/contract/call.ts';
import type { Actor } from '../access/actor.ts';
import { visibleOrganizations } from '../access/visibility.ts';
import { byteOrderMark, csvLines } from '../csv/write-csv.ts';
import { customColumns, type CustomColumn } from '../custom/custom-fields.ts';
import type { Database } from '../database/database.ts';
import { location, organization } from '../database/schema/organizations.ts';
import type { Services } from '../services.ts';
import { matchingOrganizations, organizationCounts, type OrganizationFilter } from './organizations.ts';

/** Read and sent at once. */
const batch = 250;
const columns: readonly string[] = [
  'Name',
  'Description',
  'Time zone',
  'Locations',
  'Devices',
  'Cloud monitors',
  'Open alerts',
  'Changed',
];

/** A file of the organizations that the list would show, by name. */
export async function exportOrganizations(
  { database, screens }: Pick<Services, 'database' | 'screens'>,
  actor: Actor,
  filter: OrganizationFilter,
  now: Date,
): Promise<{ file: FileReply; organizations: number }> {
  const found = await database
    .select({ id: organization.id })
    .from(organization)
    .where(matchingOrganizations(screens, actor, filter))
    .orderBy(sql`lower(${organization.name})`, asc(organization.id));
  const ids = found.map(({ id }) => id);
  return {
    file: {
      name: `cairn-organizations-${now.toISOString().slice(0, 10)}.csv`,
      mediaType: 'text/csv',
      text: toCsv(database, actor, ids, customColumns(screens, 'organization')),
    },
    organizations: ids.length,
  };
}

async function* toCsv(
  db: Database,
  actor: Actor,
  ids: readonly number[],
  custom: readonly CustomColumn[],
): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([[...columns, ...custom.map((column) => headingOf(column, custom))]]);
  for (let at = 0; at < ids.length; at += batch) {
    const rows = await readRows(db, actor, ids.slice(at, at + batch));
    if (rows.length > 0) yield csvLines(rows.map((row) => cellsOf(row, custom)));
  }
}

/** The title of its field, with the name of the field where another column has the same title. */
function headingOf({ name, title }: CustomColumn, custom: readonly CustomColumn[]): string {
  const taken = [...columns, ...custom.filter((other) => other.name !== name).map((other) => other.title)];
  return taken.includes(title) ? `${title} (${name})` : title;
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

function cellsOf(row: Row, custom: readonly CustomColumn[]): unknown[] {
  const { name, description, timeZoneId, locations, devices, monitors, alerts, updatedAt } = row;
  const zone = timeZoneId === '_Division' ? 'Division' : timeZoneId;
  return [
    name,
    description,
    zone,
    locations,
    devices,
    monitors,
    alerts,
    updatedAt.toISOString(),
    ...custom.map(({ words }) => words(row.custom)),
  ];
}

async function readRows(db: Database, actor: Actor, ids: readonly number[]) {
  const { devices, monitors, alerts } = organizationCounts;
  const locations = sql<string>`(select string_agg(${location.name}, '; ' order by ${location.position}, ${location.id})
    from ${location} where ${eq(location.organizationId, organization.id)})`;
  return (
    db
      .select({
        name: organization.name,
        description: organization.description,
        timeZoneId: organization.timeZoneId,
        custom: organization.custom,
        updatedAt: organization.updatedAt,
        locations,
        devices,
        monitors,
        alerts,
      })
      .from(organization)
      // What the actor may see is asked again: an export of many takes a while.
      .where(
        sql`${visibleOrganizations(actor)} and ${organization.id} in (select json_array_elements_text(${JSON.stringify(ids)}::json)::int)`,
      )
      .orderBy(sql`lower(${organization.name})`, asc(organization.id))
  );
}

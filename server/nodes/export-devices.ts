import { and, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { BodyOf, FileReply } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { deviceColumns, type DeviceColumn } from '#api/contract/device-names.ts';
import type { DeviceRow } from '#api/contract/devices.ts';
import type { Actor } from '../access/actor.ts';
import { byteOrderMark, csvLines } from '../csv/write-csv.ts';
import type { Database } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { Refused } from '../refused.ts';
import { nodeRoles } from './node-roles.ts';
import { matchingDevices, orderedIds, readRows } from './search-devices.ts';

/** Read and sent at once. */
const batch = 500;
/** Devices of one file: their ids are kept in memory while it is sent. */
const mostExported = 100_000;
const tooMany = 'The file would have more than 100,000 devices. Set a filter.';

type Row = Omit<Static<typeof DeviceRow>, 'maintenance'>;

const cells: Record<DeviceColumn, { title: string; of: (row: Row) => unknown }> = {
  name: { title: 'Name', of: ({ name }) => name },
  status: {
    title: 'Status',
    of: ({ status }) =>
      ({ online: 'Online', offline: 'Offline', unmonitored: 'Not monitored', erased: 'Erased' })[status.state],
  },
  kind: {
    title: 'Type',
    of: ({ nodeClass }) => nodeRoles.find((role) => role.nodeClass === nodeClass)?.name ?? nodeClass,
  },
  organization: { title: 'Organization', of: ({ clientName }) => clientName },
  location: { title: 'Location', of: ({ locationName }) => locationName },
  os: { title: 'Operating system', of: ({ osName }) => osName },
  address: { title: 'IP addresses', of: ({ ipAddresses }) => ipAddresses.join('; ') },
  seen: { title: 'Last seen', of: ({ lastSeenAt }) => lastSeenAt },
};

/** A file of the devices that the list would show, in its order. @throws Refused `invalid_input` for too many */
export async function exportDevices(
  db: Database,
  actor: Actor,
  { ids, sort, columns = [...deviceColumns], ...filter }: BodyOf<Catalogue['exportDevices']>,
  now: Date,
  most = mostExported,
): Promise<{ file: FileReply; devices: number }> {
  const among = ids && sql`${node.id} in (select json_array_elements_text(${JSON.stringify(ids)}::json)::int)`;
  const found = await orderedIds(db, and(matchingDevices(actor, filter), among), {
    sort,
    limit: most + 1,
  });
  if (found.length > most) throw new Refused('invalid_input', { fields: { '/search': tooMany } });
  const file: FileReply = {
    name: `cairn-devices-${now.toISOString().slice(0, 10)}.csv`,
    mediaType: 'text/csv',
    text: toCsv(
      db,
      actor,
      found,
      deviceColumns.filter((column) => columns.includes(column)),
    ),
  };
  return { file, devices: found.length };
}

async function* toCsv(
  db: Database,
  actor: Actor,
  ids: readonly number[],
  columns: readonly DeviceColumn[],
): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([columns.map((column) => cells[column].title)]);
  for (let at = 0; at < ids.length; at += batch) {
    // Checks again what the actor sees: a large export takes a while.
    const rows = await readRows(db, actor, ids.slice(at, at + batch));
    if (rows.length > 0) yield csvLines(rows.map((row) => columns.map((column) => cells[column].of(row))));
  }
}

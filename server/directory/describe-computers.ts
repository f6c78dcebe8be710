import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { DirectoryComputer } from '#api/contract/agent-methods/directory.ts';
import type { DirectoryRow } from '#api/contract/directory.ts';
import { plainTexts } from '../agents/plain-text.ts';
import type { Queries } from '../database/database.ts';
import { directoryDevice } from '../database/schema/directory.ts';
import { node } from '../database/schema/nodes.ts';
import { location } from '../database/schema/organizations.ts';
import type { Item } from '../runs/report.ts';

export type Row = Static<typeof DirectoryRow>;

/** What a directory listed, with what was decided about each computer before (F04-10, F04-16). */
export async function describeComputers(
  db: Queries,
  { nodeId }: { nodeId: number },
  reported: readonly DirectoryComputer[],
): Promise<Item<Row>[]> {
  const computers = reported.map((computer) => plainTexts(computer));
  const [place] = await db.select({ id: node.organizationId }).from(node).where(eq(node.id, nodeId));
  if (!place || computers.length === 0) return [];
  const decided = await db
    .select({ objectGuid: directoryDevice.objectGuid, status: directoryDevice.status, location: location.name })
    .from(directoryDevice)
    .leftJoin(location, eq(location.id, directoryDevice.locationId))
    .where(
      and(
        eq(directoryDevice.organizationId, place.id),
        inArray(
          directoryDevice.objectGuid,
          computers.map(({ objectGuid }) => objectGuid),
        ),
      ),
    );
  const known = new Map(decided.map((row) => [row.objectGuid, row]));
  const existing = await deviceNames(db, place.id, computers);
  return computers.map((computer) => {
    const { status, location: name } = known.get(computer.objectGuid) ?? {};
    return {
      key: computer.objectGuid,
      data: {
        ...computer,
        status: status ?? (existing.has(shortName(computer)) ? 'EXISTING' : 'NEW'),
        location: name ?? '',
        newStatus: 'NEW',
        newLocation: null,
      },
    };
  });
}

/** The name of a computer as its agent reports it: the first label of its host name, in lower case. */
export function shortName({ hostName, name }: Pick<DirectoryComputer, 'hostName' | 'name'>): string {
  return (hostName || name).split('.')[0]?.toLowerCase() ?? '';
}

/** Which of these names devices of the organization have that no directory is known for. */
async function deviceNames(
  db: Queries,
  organizationId: number,
  computers: readonly DirectoryComputer[],
): Promise<ReadonlySet<string>> {
  const first = sql<string>`lower(split_part(${node.systemName}, '.', 1))`;
  const names = [...new Set(computers.map(shortName))].filter((name) => name !== '');
  if (names.length === 0) return new Set();
  const rows = await db
    .select({ name: first })
    .from(node)
    .leftJoin(directoryDevice, eq(directoryDevice.nodeId, node.id))
    .where(and(eq(node.organizationId, organizationId), inArray(first, names), isNull(directoryDevice.id)));
  return new Set(rows.map(({ name }) => name));
}

import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { backupJob } from '../database/schema/backup-job.ts';
import { managedFolder } from '../database/schema/managed-folder.ts';
import { audit } from '../database/schema/audit.ts';
import { credential } from '../database/schema/credentials.ts';
import { networkScan } from '../database/schema/network-scans.ts';
import { node } from '../database/schema/nodes.ts';
import { location } from '../database/schema/organizations.ts';
import { alert } from '../database/schema/monitors.ts';

/** The entity of an audit row or live message. `organizationId` overrides the lookup by type. */
interface Entity {
  entityType: string;
  entityId?: string | number;
  organizationId?: number;
}

/** Reads the organizations of the existing entities of one type. */
type ReadPlaces = (db: Queries, ids: number[]) => Promise<{ id: number; organizationId: number }[]>;

const readNodes: ReadPlaces = (db, ids) =>
  db.select({ id: node.id, organizationId: node.organizationId }).from(node).where(inArray(node.id, ids));

/** Entities of other types concern the whole division. */
const placesOf: Record<string, ReadPlaces> = {
  ORGANIZATION: async (_db, ids) => ids.map((id) => ({ id, organizationId: id })),
  LOCATION: (db, ids) =>
    db
      .select({ id: location.id, organizationId: location.organizationId })
      .from(location)
      .where(inArray(location.id, ids)),
  NODE: readNodes,
  CLOUD_MONITOR: readNodes,
  CREDENTIAL: (db, ids) =>
    db
      .select({ id: credential.id, organizationId: credential.organizationId })
      .from(credential)
      .where(inArray(credential.id, ids)),
  NETWORK_SCAN: (db, ids) =>
    db
      .select({ id: networkScan.id, organizationId: networkScan.organizationId })
      .from(networkScan)
      .where(inArray(networkScan.id, ids)),
  BACKUP_JOB: (db, ids) =>
    db
      .select({ id: backupJob.id, organizationId: node.organizationId })
      .from(backupJob)
      .innerJoin(node, eq(node.id, backupJob.nodeId))
      .where(inArray(backupJob.id, ids)),
  MANAGED_FOLDER: (db, ids) =>
    db
      .select({ id: managedFolder.id, organizationId: node.organizationId })
      .from(managedFolder)
      .innerJoin(node, eq(node.id, managedFolder.nodeId))
      .where(inArray(managedFolder.id, ids)),
  ALERT: (db, ids) =>
    db
      .select({ id: alert.id, organizationId: node.organizationId })
      .from(alert)
      .innerJoin(node, eq(node.id, alert.monitorId))
      .where(inArray(alert.id, ids)),
};

export const organizationTypes: readonly string[] = Object.keys(placesOf);

/** The organization of each entity by id. Those of deleted entities come from their last audit row. */
export async function organizationsOf(
  db: Queries,
  entityType: string,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const read = placesOf[entityType];
  if (!read || ids.length === 0) return new Map();
  const found = new Map((await read(db, [...ids])).map(({ id, organizationId }) => [id, organizationId]));
  const gone = ids.filter((id) => !found.has(id)).map(String);
  if (gone.length === 0) return found;
  const known = await db
    .selectDistinctOn([audit.entityId], { id: audit.entityId, organizationId: audit.organizationId })
    .from(audit)
    .where(and(eq(audit.entityType, entityType), inArray(audit.entityId, gone), isNotNull(audit.organizationId)))
    .orderBy(audit.entityId, desc(audit.id));
  for (const { id, organizationId } of known) if (organizationId !== null) found.set(Number(id), organizationId);
  return found;
}

/** The organization of each entity, in the same order; null for an entity of the whole division. */
export async function resolveOrganizations(db: Queries, entities: readonly Entity[]): Promise<(number | null)[]> {
  const wanted = new Map<string, Set<number>>();
  for (const { entityType, entityId } of entities) {
    if (!(entityType in placesOf) || !Number.isSafeInteger(Number(entityId ?? NaN))) continue;
    wanted.set(entityType, (wanted.get(entityType) ?? new Set()).add(Number(entityId)));
  }
  const found = new Map<string, Map<number, number>>();
  for (const [type, ids] of wanted) found.set(type, await organizationsOf(db, type, [...ids]));
  return entities.map(
    ({ entityType, entityId, organizationId }) =>
      organizationId ?? found.get(entityType)?.get(Number(entityId)) ?? null,
  );
}

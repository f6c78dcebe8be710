import { and, asc, eq, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { mostManagedFolders } from '#api/contract/managed-folder-names.ts';
import { holds } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import { managedFolder } from '../database/schema/managed-folder.ts';
import { node } from '../database/schema/nodes.ts';
import { violatedIndex } from '../database/violations.ts';
import { changedDevice, requireSeen } from '../desired-state/configured-device.ts';
import { readDelivery } from '../desired-state/delivery.ts';
import { changeState } from '../desired-state/desired-state.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import { nextRevision, requireRevision } from '../revision.ts';
import { checkFolder, type FolderInput, type FolderRow } from './checked-folder.ts';

export type ManagedFolderReply = ReplyOf<Catalogue['readManagedFolder']>;
/** A folder with the organization of its device. */
export interface OwnFolder {
  folder: ManagedFolderReply;
  organizationId: number;
}
type Reading = Pick<CallContext, 'db' | 'actor'>;

const kind = 'managed-folders';

/** The managed folders of a device that the caller sees. @throws Refused `not_found` */
export async function listManagedFolders(
  reading: Reading,
  nodeId: number,
): Promise<ReplyOf<Catalogue['listManagedFolders']>> {
  await requireSeen(reading, nodeId);
  const rows = await reading.db
    .select()
    .from(managedFolder)
    .where(eq(managedFolder.nodeId, nodeId))
    .orderBy(sql`lower(${managedFolder.path})`, asc(managedFolder.id));
  return { items: rows.map(toReply), delivery: await readDelivery(reading.db, nodeId, kind) };
}

/** @throws Refused `not_found`, `forbidden` */
export async function readManagedFolder(reading: Reading, id: number): Promise<OwnFolder> {
  const { row, organizationId } = await ownFolder(reading, id);
  return { folder: toReply(row), organizationId };
}

/** @throws Refused `invalid_input`, `forbidden` */
export async function addManagedFolder(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  body: FolderInput,
): Promise<OwnFolder> {
  const { db, now, services } = context;
  const { organizationId } = await changedDevice(context, body.nodeId);
  const columns = checkFolder(services, body);
  const count = await db.$count(managedFolder, eq(managedFolder.nodeId, body.nodeId));
  requireFields({
    '/folderPath':
      count < mostManagedFolders ? undefined : `A device has at most ${mostManagedFolders} managed folders.`,
  });
  const [row] = await named(() =>
    db
      .insert(managedFolder)
      .values({ ...columns, nodeId: body.nodeId, createdAt: now, updatedAt: now })
      .returning(),
  );
  if (!row) throw new Error('The managed folder was not stored');
  await changeState(db, body.nodeId, kind, now);
  return { folder: toReply(row), organizationId };
}

/** @throws Refused `not_found`, `forbidden`, `conflict`, `invalid_input` */
export async function saveManagedFolder(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now' | 'expectedRevision'>,
  id: number,
  body: FolderInput,
): Promise<OwnFolder> {
  const { db, now, services } = context;
  const { row: stored, organizationId } = await ownFolder(context, id, true);
  const { revision } = stored;
  await requireRevision(context, { entityType: 'MANAGED_FOLDER', id, revision, current: async () => toReply(stored) });
  const columns = checkFolder(services, body, stored);
  const [row] = await db
    .update(managedFolder)
    .set({ ...columns, revision: nextRevision(managedFolder.revision), updatedAt: now })
    .where(eq(managedFolder.id, id))
    .returning();
  if (!row) throw new Refused('not_found');
  await changeState(db, row.nodeId, kind, now);
  return { folder: toReply(row), organizationId };
}

/** Returns the removed folder. @throws Refused `not_found`, `forbidden` */
export async function removeManagedFolder(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  id: number,
): Promise<OwnFolder> {
  const { row, organizationId } = await ownFolder(context, id, true);
  await context.db.delete(managedFolder).where(eq(managedFolder.id, id));
  await changeState(context.db, row.nodeId, kind, context.now);
  return { folder: toReply(row), organizationId };
}

/** Of a device that the actor sees and may change. @throws Refused `not_found`, `forbidden` */
export async function ownFolder(
  { db, actor }: Reading,
  id: number,
  lock = false,
): Promise<{ row: FolderRow; organizationId: number }> {
  const query = db
    .select({ row: managedFolder, organizationId: node.organizationId })
    .from(managedFolder)
    .innerJoin(node, eq(node.id, managedFolder.nodeId))
    .where(and(eq(managedFolder.id, id), visibleNodes(actor)));
  const [found] = await (lock ? query.for('no key update', { of: managedFolder }) : query);
  if (!found) throw new Refused('not_found');
  if (!holds(actor, 'NODE:Update', found.organizationId)) throw new Refused('forbidden');
  return found;
}

/** @throws Refused `invalid_input` for a path that the device manages already */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedIndex(error) !== 'managed_folder_path') throw error;
    throw new Refused('invalid_input', {
      fields: { '/folderPath': 'This folder of the device is managed already.' },
      cause: error,
    });
  }
}

function toReply({ path, settings, secrets, createdAt, updatedAt, ...row }: FolderRow): ManagedFolderReply {
  return {
    ...row,
    folderPath: path,
    ...settings,
    folderCredentialsPasswordSet: secrets['folderCredentialsPassword'] !== undefined,
    imagePasswordSet: secrets['imagePassword'] !== undefined,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

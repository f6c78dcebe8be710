import type { managedFolderCalls } from '#api/contract/managed-folder.ts';
import { changesOf } from '../audit/changes.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import {
  addManagedFolder,
  listManagedFolders,
  readManagedFolder,
  removeManagedFolder,
  saveManagedFolder,
  type ManagedFolderReply,
  type OwnFolder,
} from '../managed-folder/managed-folder.ts';
import { testFolder } from '../managed-folder/test-folder.ts';

const done = { resultCode: 'SUCCESS' } as const;
const secretNames = ['folderCredentialsPassword', 'imagePassword'] as const;

export const managedFolderHandlers: Handlers<keyof typeof managedFolderCalls> = {
  listManagedFolders: (context, { params }) => listManagedFolders(context, params.id),
  readManagedFolder: async (context, { params }) => (await readManagedFolder(context, params.id)).folder,
  addManagedFolder: async (context, { body }) => {
    const own = await addManagedFolder(context, body);
    await record(context, 'CREATED', own, 'Added', auditable(own.folder));
    return { ...done, managedFolder: own.folder };
  },
  saveManagedFolder: async (context, { params, body }) => {
    const before = await readManagedFolder(context, params.id);
    const own = await saveManagedFolder(context, params.id, body);
    const { changes } = changesOf(auditable(before.folder), auditable(own.folder));
    const renewed = secretNames.filter((name) => body[name]).map((field) => ({ field, from: null, to: null }));
    await record(context, 'UPDATED', own, 'Changed', { changes: [...changes, ...renewed] });
    return { ...done, managedFolder: own.folder };
  },
  removeManagedFolder: async (context, { params }) => {
    await record(context, 'DELETED', await removeManagedFolder(context, params.id), 'Removed');
    return done;
  },
  testManagedFolder: (context, { body }) => testFolder(context, body),
};

/** What a person sets. */
function auditable({
  id: _id,
  nodeId: _nodeId,
  revision: _revision,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  folderCredentialsPasswordSet: _folderPasswordSet,
  imagePasswordSet: _imagePasswordSet,
  ...set
}: ManagedFolderReply) {
  return set;
}

/** Writes the audit row and tells open pages, in the transaction of the change. */
async function record(
  context: CallContext,
  what: string,
  { folder, organizationId }: OwnFolder,
  verb: string,
  detail?: object,
): Promise<void> {
  await context.audit({
    action: `MANAGED_FOLDER_${what}`,
    entityType: 'MANAGED_FOLDER',
    entityId: folder.id,
    organizationId,
    summary: `${verb} the managed folder “${folder.folderPath}”`,
    ...(detail && { detail: { ...detail } }),
  });
  await context.announce('managed-folder', [folder.nodeId]);
}

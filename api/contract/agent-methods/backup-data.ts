import { Type, type Static } from 'typebox';
import { mostBackupJobs } from '../backup-names.ts';
import { Closed, Instant, Text } from '../shapes.ts';
import type { AgentMethodEntry } from './agent-method.ts';

/** Image files in one folder; where there are more, nothing is deleted. */
export const mostImageFiles = 20_000;

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** A destination of the backup jobs that the agent keeps. */
const Destination = Closed({
  /** The folder, or the share. */
  path: Text(255),
  /** Image files of the volumes that the jobs of this destination back up, and their bytes. */
  files: Count,
  bytes: Count,
  /** Image files of other volumes: they are kept. */
  others: Count,
  /** For people: why the image files here cannot be deleted; empty where they can. */
  reason: Text(300),
});
export type BackupDestination = Static<typeof Destination>;

/** Counts the image files at the destinations of the backup jobs that the agent keeps (F10-17). */
export const backupDataInspect = {
  title: 'look at backup data',
  capability: 'backup-data@1',
  params: Closed({}),
  result: Closed({
    /** Whether the settings of the device let its server delete image files. */
    permitted: Type.Boolean(),
    destinations: Type.Array(Destination, { maxItems: mostBackupJobs }),
  }),
  seconds: 20,
} as const;
export type BackupDataFound = Static<typeof backupDataInspect.result>;

const Params = Closed({
  /** The folders that somebody confirmed; the agent refuses where its own jobs have other ones. */
  folders: Type.Array(Text(255), { minItems: 1, maxItems: mostBackupJobs }),
  /** Until when the agent may begin. */
  notAfter: Instant,
  /** Ed25519, of `signedBackupDeletion`, base64url. */
  signature: Type.String({ pattern: '^[A-Za-z0-9_-]{86}$' }),
});
export type BackupDeletionParams = Static<typeof Params>;

/** Deletes those image files for good. The server signs it when somebody asks for it; the device refuses it unless its settings allow it. */
export const backupDataDelete = {
  title: 'deletion of backup data',
  capability: 'backup-data@1',
  permission: 'NODE:Delete',
  startedBy: 'removeDevicesWithBackupData',
  params: Params,
  progress: Type.Never(),
  item: Type.Never(),
  result: Closed({
    /** What was deleted. */
    files: Count,
    bytes: Count,
    /** Image files that could not be deleted, and why the first of them could not. */
    kept: Count,
    reason: Text(300),
  }),
  budget: { params: 8000, report: 100, items: 0, result: 1000 },
  cancellable: true,
  seconds: 120,
} as const satisfies AgentMethodEntry;

/** What the signature covers: the deletion in these folders of this device by this command, begun until then. */
export function signedBackupDeletion(
  commandId: string,
  nodeId: number,
  { folders, notAfter }: Pick<BackupDeletionParams, 'folders' | 'notAfter'>,
): string {
  return JSON.stringify(['cairn backup deletion 1', commandId, nodeId, folders, notAfter]);
}

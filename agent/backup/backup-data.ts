import { rm } from 'node:fs/promises';
import {
  backupDataDelete,
  signedBackupDeletion,
  type BackupDataFound,
  type BackupDeletionParams,
} from '#api/contract/agent-methods/backup-data.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { Identity } from '../identity.ts';
import type { MethodHandler } from '../methods/method.ts';
import { requireSignature } from '../scripts/require-signed.ts';
import type { AgentSettings } from '../settings.ts';
import { lookAt, readDestinations, type Looked } from './backup-destinations.ts';

type Settings = Pick<AgentSettings, 'dataDirectory' | 'backupData'>;

/** How far this device's clock may be from the server's. */
const CLOCK_MS = 10 * 60_000;
/** The rest of the method's time is for the answer, so that what was deleted is said. */
const ANSWER_MS = 20_000;

/** Counts the image files at the destinations of the backup jobs that this agent keeps (F10-17). */
export function createBackupInspector({ dataDirectory, backupData }: Settings): () => Promise<BackupDataFound> {
  return async () => ({
    permitted: backupData,
    destinations: (await lookAtAll(dataDirectory)).map(({ images: _images, ...destination }) => destination),
  });
}

/** Deletes those image files. All of it is looked at first: where one destination cannot be read, nothing is deleted. */
export function createBackupDeletion(
  { dataDirectory, backupData }: Settings,
  readIdentity: () => Identity | undefined,
  { now = Date.now, longestMs = backupDataDelete.seconds * 1000 - ANSWER_MS, unlink = removeFile } = {},
): MethodHandler<'backup.deleteData'> {
  return async (params, { commandId, signal }) => {
    const began = now();
    requireSignature(
      readIdentity(),
      (nodeId) => signedBackupDeletion(commandId, nodeId, params),
      params.signature,
      'deletion of backup data',
    );
    requireTime(params, began);
    if (!backupData)
      throw refused(
        'The settings of this device do not allow the deletion of backup data (CAIRN_AGENT_BACKUP_DATA is not “allow”)',
      );
    const found = await lookAtAll(dataDirectory);
    requireFolders(params, found);
    const obstacle = found.find(({ reason }) => reason !== '');
    if (obstacle) throw refused(obstacle.reason);
    const result = { files: 0, bytes: 0, kept: 0, reason: '' };
    for (const { path, bytes } of found.flatMap(({ images }) => images)) {
      const why =
        signal.aborted || now() - began > longestMs ? 'There was no time for all of them.' : await remove(path, unlink);
      if (why === undefined) {
        result.files += 1;
        result.bytes += bytes;
      } else {
        result.kept += 1;
        result.reason ||= why.slice(0, 300);
      }
    }
    return result;
  };
}

function lookAtAll(dataDirectory: string): Promise<Looked[]> {
  return Promise.all(readDestinations(dataDirectory).map(lookAt));
}

/** A file that is gone is removed. */
const removeFile = (path: string): Promise<void> => rm(path, { force: true });

/** Why it could not be removed. */
async function remove(path: string, unlink: typeof removeFile): Promise<string | undefined> {
  try {
    await unlink(path);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @throws RpcError */
function requireTime({ notAfter }: BackupDeletionParams, now: number): void {
  if (now > Date.parse(notAfter) + CLOCK_MS)
    throw refused(
      `The deletion of backup data is too late: it had to begin until ${notAfter}, and the clock of this device says ${new Date(now).toISOString()}`,
    );
}

/** @throws RpcError where the jobs write elsewhere than what somebody confirmed */
function requireFolders({ folders }: BackupDeletionParams, found: readonly Looked[]): void {
  const confirmed = JSON.stringify(folders.toSorted());
  if (JSON.stringify(found.map(({ path }) => path).toSorted()) !== confirmed)
    throw refused('The backup jobs of this device write to other folders than those that were confirmed. Look again');
}

function refused(words: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, words);
}

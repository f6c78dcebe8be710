import { lstat, opendir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { Type } from 'typebox';
import { BackupJobsState } from '#api/contract/agent-methods/backup.ts';
import { mostImageFiles, type BackupDestination } from '#api/contract/agent-methods/backup-data.ts';
import { privateFile } from '../private-file.ts';
import { identifierOf, volumeOfImage } from './image-files.ts';

/** Of the desired state, as `apply-state.ts` stores it. */
const Stored = Type.Object({ document: BackupJobsState });

interface Share {
  path: string;
  /** Undefined for a network share. */
  volumes?: undefined;
}
interface Folder {
  path: string;
  /** Identifiers of the volumes that are backed up there. */
  volumes: ReadonlySet<string>;
}
export type Destination = Share | Folder;

/** A file that may be deleted. */
export interface ImageFile {
  path: string;
  bytes: number;
}
export interface Looked extends BackupDestination {
  images: ImageFile[];
}

/** Where the backup jobs that this agent keeps write to, each place once. */
export function readDestinations(dataDirectory: string): Destination[] {
  const jobs =
    privateFile(join(dataDirectory, 'desired-state', 'backup-jobs.json'), Stored).read()?.document.jobs ?? [];
  const folders = new Map<string, Set<string>>();
  const shares = new Set<string>();
  for (const { destinationType, localDestinationPath = '', networkDestinationPath = '', volumes } of jobs) {
    if (destinationType === 'LOCAL') {
      const known = folders.get(localDestinationPath) ?? new Set<string>();
      for (const volume of volumes) {
        const identifier = identifierOf(volume);
        if (identifier !== undefined) known.add(identifier);
      }
      folders.set(localDestinationPath, known);
    } else shares.add(networkDestinationPath);
  }
  return [...[...folders].map(([path, volumes]) => ({ path, volumes })), ...[...shares].map((path) => ({ path }))];
}

const ON_A_SHARE =
  'Several computers may write to a network share, and the names of image files do not say which: delete them there.';

/**
 * Lists the image files of a destination: regular files directly in its folder that are named as images of a volume backed up there. It
 * follows no link and opens no other folder. Never throws.
 */
export async function lookAt({ path, volumes }: Destination): Promise<Looked> {
  const nothing = (reason: string): Looked => ({
    path,
    files: 0,
    bytes: 0,
    others: 0,
    images: [],
    reason: reason.slice(0, 300),
  });
  if (volumes === undefined) return nothing(ON_A_SHARE);
  if (!isAbsolute(path)) return nothing(`${path} is not the whole path of a folder.`);
  try {
    const folder = await lstat(path);
    if (folder.isSymbolicLink()) return nothing(`${path} is a link to another folder.`);
    if (!folder.isDirectory()) return nothing(`${path} is not a folder.`);
    const images: ImageFile[] = [];
    let others = 0;
    for await (const { name } of await opendir(path)) {
      const volume = volumeOfImage(name);
      if (volume === undefined) continue;
      const file = join(path, name);
      const found = await lstat(file);
      if (!found.isFile()) continue;
      if (volumes.has(volume)) images.push({ path: file, bytes: found.size });
      else others += 1;
      if (images.length > mostImageFiles) return nothing(`More than ${mostImageFiles} image files are in ${path}.`);
    }
    const bytes = images.reduce((sum, image) => sum + image.bytes, 0);
    return { path, files: images.length, bytes, others, images, reason: '' };
  } catch (error) {
    return nothing(`The folder ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

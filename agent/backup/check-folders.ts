import { statSync } from 'node:fs';
import type { ManagedFoldersState } from '#api/contract/agent-methods/managed-folder.ts';

/**
 * Why this computer cannot manage these folders, for people: one of them is not there. A share is not looked at, because only the image
 * manager signs in to it.
 */
export function checkManagedFolders({ folders }: ManagedFoldersState, isFolder = isFolderHere): string | undefined {
  const missing = folders
    .map(({ folderPath }) => folderPath)
    .filter((path) => !path.startsWith('\\\\') && !isFolder(path));
  if (missing.length === 0) return undefined;
  const named = missing.slice(0, 5).join(', ');
  return `${missing.length === 1 ? 'The managed folder' : 'The managed folders'} ${named} ${missing.length === 1 ? 'does' : 'do'} not exist on this computer.`;
}

/** A path with a drive letter is none of a Unix computer, and the other way round. */
function isFolderHere(path: string): boolean {
  if (/^[A-Za-z]:\\/.test(path) !== (process.platform === 'win32')) return false;
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

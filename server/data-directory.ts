import { accessSync, constants, mkdirSync } from 'node:fs';
import { SettingsWrong } from './settings.ts';

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of this path is a file, not a folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/**
 * Creates the data directory if it does not exist.
 * @throws SettingsWrong if it is not a folder, or this process cannot write to it.
 */
export function requireDataDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new SettingsWrong([`CAIRN_DATA is "${directory}"; Cairn cannot use it: ${reasons[code] ?? message}`]);
  }
}

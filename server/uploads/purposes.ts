import type { Static } from 'typebox';
import type { PermissionName } from '#api/contract/permissions.ts';
import type { UploadPurpose } from '#api/contract/uploads.ts';
import { iconWords } from '../installers/icon-words.ts';

interface Purpose {
  /** Without it nobody may send such a file. */
  permission: PermissionName;
  /** The field that asks for the file: its screen says how large the file may be. */
  asked: { flow: string; screen: string; field: string; several?: true };
  /** What else its screen is asked with. */
  given?: Readonly<Record<string, unknown>>;
  /** The bytes go to a file of the data directory, not into the database. */
  onDisk?: true;
  /** What is wrong with the bytes of the file, once all are there. Only of a purpose on disk. */
  judge?(file: string): Promise<string | undefined>;
}

const installer = {
  permission: 'SCRIPT_CATEGORY:Create',
  asked: { flow: 'install-automation', screen: 'details', field: 'file' },
  onDisk: true,
} as const;

export const purposes: Readonly<Record<Static<typeof UploadPurpose>, Purpose>> = {
  'monitor-import': {
    permission: 'NODE:Create',
    asked: { flow: 'monitor-import', screen: 'file', field: 'file' },
  },
  installer: { ...installer, given: { uploadType: 'FILE' } },
  // F05-28
  'helper-file': {
    permission: 'SCRIPT_CATEGORY:Create',
    asked: { flow: 'install-automation', screen: 'details', field: 'helperFiles', several: true },
    onDisk: true,
  },
  // F05-29
  'installer-icon': {
    permission: 'SCRIPT_CATEGORY:Create',
    asked: { flow: 'install-automation', screen: 'details', field: 'customIcon' },
    onDisk: true,
    judge: iconWords,
  },
  // F05-39: not scanned, and therefore larger.
  'large-installer': { ...installer, given: { uploadType: 'FILE', skipScan: true } },
};

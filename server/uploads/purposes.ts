import type { Static } from 'typebox';
import type { PermissionName } from '#api/contract/permissions.ts';
import type { UploadPurpose } from '#api/contract/uploads.ts';

interface Purpose {
  /** Without it nobody may send such a file. */
  permission: PermissionName;
  /** The field that asks for the file: its screen says how large the file may be. */
  asked: { flow: string; screen: string; field: string };
}

export const purposes: Readonly<Record<Static<typeof UploadPurpose>, Purpose>> = {
  'monitor-import': {
    permission: 'NODE:Create',
    asked: { flow: 'monitor-import', screen: 'file', field: 'file' },
  },
};

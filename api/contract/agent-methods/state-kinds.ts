import type { Static } from 'typebox';
import { BackupJobsState } from './backup.ts';
import { ManagedFoldersState } from './managed-folder.ts';
import { PatchSettingsState } from './patch-settings.ts';

/**
 * Kinds of settings that the server sends to a device, each with the schema of its document. Each kind of a device has its own version
 * number, which every change increases.
 */
export const stateKinds = {
  'backup-jobs': BackupJobsState,
  'managed-folders': ManagedFoldersState,
  'patch-settings': PatchSettingsState,
} as const;
export type StateKind = keyof typeof stateKinds;
export type StateDocument<K extends StateKind> = Static<(typeof stateKinds)[K]>;

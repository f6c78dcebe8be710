import { Type, type Static } from 'typebox';
import { Closed, OneOf, Text } from '../shapes.ts';
import { weekDays } from '../backup-names.ts';
import {
  folderAuthentications,
  imagePasswordTypes,
  mostManagedFolders,
  relativeWeeks,
} from '../managed-folder-names.ts';

/** The screens have the bounds; this only keeps nonsense out of a message. */
const Count = Type.Integer({ minimum: 0, maximum: 100_000 });

/** A managed folder without its secrets (F07-19 … F07-24). Fields that its types do not ask for are absent. */
export const managedFolderFields = {
  folderPath: Text(255),
  description: Text(1000),
  authenticationType: OneOf(folderAuthentications),
  folderCredentialsDomainOrComputerOrNASName: Type.Optional(Text(255)),
  folderCredentialsUserName: Type.Optional(Text(100)),
  imagePasswordType: OneOf(imagePasswordTypes),
  sortPriority: Count,
  immediatelyVerifyImageFiles: Type.Boolean(),
  reverifyImageFiles: Type.Boolean(),
  reverifyIntervalDays: Count,
  throttleOverridePercent: Count,
  consolidationEnabled: Type.Boolean(),
  weeklyConsolidationDay: OneOf(weekDays),
  monthlyConsolidationRelative: Type.Boolean(),
  monthlyConsolidationDay: Type.Optional(Count),
  relativeWeekNumber: Type.Optional(OneOf(relativeWeeks)),
  monthlyConsolidationDayOfWeek: Type.Optional(OneOf(weekDays)),
  retentionEnabled: Type.Boolean(),
  daysToRetainIntraDailyImages: Count,
  daysToRetainConsolidatedDailyImages: Count,
  daysToRetainConsolidatedWeeklyImages: Count,
  monthsToRetainConsolidatedMonthlyImages: Count,
  moveConsolidatedImagesToSubDirectory: Type.Boolean(),
};

/** Of the folder, and of the image files in it. */
export const managedFolderSecrets = {
  folderCredentialsPassword: Type.Optional(Text(128)),
  imagePassword: Type.Optional(Text(128)),
};

/** The document of the desired state `managed-folders`. */
export const ManagedFoldersState = Closed({
  folders: Type.Array(Closed({ ...managedFolderFields, ...managedFolderSecrets }), { maxItems: mostManagedFolders }),
});
export type ManagedFoldersState = Static<typeof ManagedFoldersState>;

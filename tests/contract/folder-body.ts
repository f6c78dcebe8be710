/** A managed folder of a device as a request has it. */
export const folderBody = (nodeId: number, folderPath: string, more: object = {}) => ({
  nodeId,
  folderPath,
  description: '',
  authenticationType: 'DEFAULT_CREDENTIAL',
  imagePasswordType: 'NONE',
  sortPriority: 50,
  immediatelyVerifyImageFiles: true,
  reverifyImageFiles: true,
  reverifyIntervalDays: 30,
  throttleOverridePercent: 100,
  consolidationEnabled: true,
  weeklyConsolidationDay: 'SAT',
  monthlyConsolidationRelative: false,
  monthlyConsolidationDay: 31,
  retentionEnabled: true,
  daysToRetainIntraDailyImages: 7,
  daysToRetainConsolidatedDailyImages: 28,
  daysToRetainConsolidatedWeeklyImages: 90,
  monthsToRetainConsolidatedMonthlyImages: 12,
  moveConsolidatedImagesToSubDirectory: false,
  ...more,
});

/** Credentials of the folder and a password of the images, without the passwords. */
export const ownCredentials = {
  authenticationType: 'FOLDER_CREDENTIAL',
  folderCredentialsDomainOrComputerOrNASName: 'NAS',
  folderCredentialsUserName: 'backup',
  imagePasswordType: 'PASSWORD_STRING',
};

/** The same with both, whose passwords are secret. */
export const secretFolderBody = (nodeId: number, folderPath: string, more: object = {}) =>
  folderBody(nodeId, folderPath, {
    ...ownCredentials,
    folderCredentialsPassword: 'folder secret',
    imagePassword: 'image secret',
    ...more,
  });

// Apart from the calls: the console imports these lists without their schemas.

/** What a maintenance suppresses beside notifications, which it always does (F09-05, F09-17). */
export const maintenanceFeatures = ['alerts', 'patching', 'avScans', 'tasks', 'notificationChannels'] as const;
export type MaintenanceFeature = (typeof maintenanceFeatures)[number];

/** The classes of devices by what their maintenance can suppress, as the flow's screen names them. */
export const suppressibleBy = {
  ALL: maintenanceFeatures,
  NO_ANTIVIRUS: ['alerts', 'patching', 'tasks', 'notificationChannels'],
  ALERTS: ['alerts', 'notificationChannels'],
  NOTIFICATIONS: [],
} as const satisfies Record<string, readonly MaintenanceFeature[]>;
export type Suppresses = keyof typeof suppressibleBy;

/** What a class of node can suppress (F09-21 … F09-24). */
export function suppressesOf(nodeClass: string): Suppresses {
  if (nodeClass.startsWith('WINDOWS_')) return 'ALL';
  if (/^(?:MAC|LINUX)(?:_|$)/.test(nodeClass)) return 'NO_ANTIVIRUS';
  return /^(?:NMS|VMWARE|HYPERV|CLOUD_MONITOR)_/.test(nodeClass) ? 'ALERTS' : 'NOTIFICATIONS';
}

import type { CallName } from '#api/contract/catalogue.ts';

/** The calls whose replies a live message of this topic makes old. */
export const madeOldBy: Record<string, CallName[]> = {
  monitor: ['listMonitors', 'readMonitor', 'listResults', 'systemOverview'],
  maintenance: ['listMonitors', 'readMonitor', 'listMaintenance', 'listAlerts', 'readAlert'],
  alert: [
    'listAlerts',
    'readAlert',
    'listConditionHistory',
    'listMonitors',
    'readMonitor',
    'systemOverview',
    'searchOrganizations',
  ],
  organization: [
    'readAlertDefaults',
    'listOrganizations',
    'searchOrganizations',
    'readOrganization',
    'listLocations',
    'listCredentials',
    'listCredentialUses',
    'listExpiringCredentials',
    'listDeletions',
    'systemOverview',
  ],
  user: ['listUsers', 'readUser'],
  draft: ['listDrafts'],
  'notification-channel': ['listNotificationChannels', 'listChannelDeliveries'],
  'status-page': ['listStatusPages', 'listStatusIncidents'],
  division: ['readDivision', 'readDivisionAlertDefaults', 'readDeviceAlerts', 'readAlertDefaults', 'readMail'],
  session: ['listSessions', 'listApiKeys', 'listEveryApiKey'],
  run: ['listDeviceCommands', 'readRun', 'listRunItems'],
  node: [
    'listNodes',
    'readNode',
    'searchDevices',
    'readDevice',
    'listDeviceResults',
    'listDeviceInterfaces',
    'listVmGuests',
    'listCredentialUses',
    'listDirectoryDevices',
    'listDirectoryJobs',
    'readDirectoryJob',
    'listDomainControllers',
    'systemOverview',
    'listEnrollments',
    'listWaitingServers',
  ],
};

/** Calls that are asked with one of the ids that messages of the topic name, and are old only for that one. */
export const askedById: Record<string, CallName[]> = {
  monitor: ['readMonitor', 'listResults'],
  maintenance: ['readMonitor', 'listMaintenance'],
  alert: ['readAlert'],
  run: ['readRun', 'listRunItems'],
  // Every device reports its inventory at its own times: the page of one device reads again only for its own.
  node: ['readDevice', 'listDeviceResults', 'listDeviceInterfaces', 'listVmGuests', 'readNode'],
};

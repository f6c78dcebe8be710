// For every call whose body is judged beyond its shape: values that the judge must refuse, each at its field. What a screen asks
// is refused by the call as well, whoever sends it; an id in a body must be one that the sender may choose.
import type { CallName } from '#api/contract/catalogue.ts';
import { farHour } from '../server/far-hour.ts';
import { channelBody, type Site } from './site.ts';

export interface WrongValue {
  /** Where the value stands in the body of the valid request. */
  at: string;
  value: unknown;
  /** The field that the refusal names; `at` unless said here. */
  field?: string;
}

const gone = 999_999;
const at = (pointer: string, value: unknown, field?: string): WrongValue => ({
  at: pointer,
  value,
  ...(field !== undefined && { field }),
});
const alertDefaults = [
  at('/notificationChannelIds', [gone]),
  at('/technicians', 'CHOSEN', '/technicianIds'),
  at('', { technicians: 'CHOSEN', technicianIds: [gone], notificationChannelIds: [] }, '/technicianIds'),
];
const organization = (site: Site) => [
  at('/name', ' '),
  at('/timeZoneId', 'Mars/Olympus'),
  at('/locations/0/name', ' '),
  at('/locations/0/id', gone),
  at(
    '/locations',
    [site.locationId, site.locationId].map((id, index) => ({ id, name: `Office ${index}` })),
    '/locations/1/id',
  ),
];
const policy = [
  at('/name', ' '),
  at('/nodeClass', 'ANDROID'),
  at('/parentPolicyId', gone),
  at('', { name: 'Switches', enabled: true, nodeClassDefault: false, nodeClass: 'NMS' }, '/nodeRoleId'),
];
const script = [
  at('/name', ' '),
  at('/categoriesIds', [gone]),
  at('/scriptVariables/0/name', '42'),
  at('/scriptVariables/0/name', 'Path'),
  at('/scriptParameters', ['twice', ' twice']),
];
const installer = [
  at('/name', ' '),
  at('/categoriesIds', [gone]),
  at('/url', 'http://downloads.example.com/setup.run'),
  at('/sha256', 'not a hash'),
  at('/preExecutionScript', gone),
  at('/scriptParameters', ['twice', ' twice']),
];
const application = [
  at('/name', ' '),
  at('/categoriesIds', [gone]),
  at('/binaryRunSettings/runnableLocalPath', 'check'),
  at('/scriptParameters', ['twice', ' twice']),
];
const person = [at('/firstName', ' '), at('/email', 'nobody')];
const monitor = (below = '') => [
  at(`${below}/monitorName`, ' '),
  at(`${below}/httpHostname`, 'ftp://site.example'),
  at(`${below}/locationId`, gone),
];
const monitorWithConditions = [
  ...monitor(),
  at('/conditions/0/conditionName', ' '),
  at('/conditions/0/notificationChannelIds', [gone]),
];
const channel = [
  at('/name', ' '),
  at('/recipients', [{ email: 'nobody' }], '/recipients/0/email'),
  at(
    '',
    {
      name: 'Template',
      channelType: 'HTTP',
      enabled: true,
      service: 'CUSTOM',
      method: 'POST',
      address: 'https://chat.example/',
      contentType: 'JSON',
      body: '{"text": {{nothing}}}',
    },
    '/body',
  ),
];
const incident = [at('/title', ' '), at('/text', ' ')];
const statusPage = [at('/title', ' '), at('/monitors', [{ monitorId: gone, name: 'Shop' }], '/monitors/0/monitorId')];

const networkScan = [
  at('/name', ' '),
  at('/ipTargets', 'gateway.example'),
  at('/pingTimeoutMS', 1001),
  at('/pingsPerNode', 1.5),
  at('/snmpCredOne', gone),
  at('/snmpCredTwo', gone),
  at('/location', gone, '/networkProbe'),
  at('/networkProbe/nodeId', gone, '/networkProbe'),
  at('/schedule', { repeats: 'WEEKLY', daysOfWeek: [], runAtHour: farHour, runAtMinute: 0 }, '/schedule/daysOfWeek'),
  at('/notificationChannelIds', [gone]),
];

const backupJob = [
  at('/jobName', ' '),
  at('/volumes', ['data'], '/volumes/0'),
  at('/localDestinationPath', 'backups'),
  at('/fullDays', undefined),
  at('/incrementalInterval', 14),
  at('/incrementalStopTime', '07:00'),
];

const managedFolder = [
  at('/folderPath', 'images'),
  at('/sortPriority', 0),
  at('/reverifyIntervalDays', 366),
  at('/throttleOverridePercent', 101),
  at('/monthlyConsolidationDay', 32),
  at('/daysToRetainIntraDailyImages', 0),
  at('/daysToRetainConsolidatedDailyImages', 3651),
  at('/daysToRetainConsolidatedWeeklyImages', 0),
  at('/monthsToRetainConsolidatedMonthlyImages', 121),
];

const directoryJob = [
  at('/name', ' '),
  at('/credentialId', gone),
  at('/content/ouPath', 'corp.test'),
  at('/content/directoryCredentialId', gone),
  at('/content/schedule', undefined, '/content/schedule/repeats'),
  at(
    '/content/schedule',
    { repeats: 'WEEKLY', daysOfWeek: [], runAtHour: farHour, runAtMinute: 0 },
    '/content/schedule/daysOfWeek',
  ),
  at(
    '/content/deployment',
    { windowsServers: false, windowsWorkstations: false },
    '/content/deployment/windowsWorkstations',
  ),
  at(
    '/content/deployment',
    {
      windowsServers: true,
      windowsServersApprovalMode: 'AUTO_APPROVE',
      windowsServersLocation: gone,
      windowsWorkstations: false,
    },
    '/content/deployment/windowsServersLocation',
  ),
];

export const wrongValues: Partial<Record<CallName, (site: Site) => readonly WrongValue[]>> = {
  saveProfile: () => [at('/firstName', ' '), at('/timeZoneId', 'Mars/Olympus')],
  addOrganization: (site) => [
    ...organization(site).slice(0, 2),
    at('/locations', [{ name: ' ' }], '/locations/0/name'),
    at('/locations', [{ id: site.locationId, name: 'Taken' }], '/locations/0/id'),
  ],
  saveOrganization: organization,
  addUser: () => person,
  saveUser: () => person,
  addApiKey: () => [at('', { name: ' ', scope: 'read', expiresInDays: 30 }, '/name')],
  saveDivision: () => [at('/name', ' ')],
  saveMail: () => [at('/host', ' ')],
  saveSmsGateway: () => [at('/accountSid', 'AC1/../AC2'), at('/baseUrl', 'nowhere')],
  testSmsGateway: () => [at('/to', '0612345678')],
  beginTextPhone: () => [at('/phone', '0612345678')],
  addWebhook: () => [at('/name', ' '), at('/url', 'nowhere')],
  saveWebhook: () => [at('/name', ' '), at('/url', 'nowhere')],
  testVmHost: () => [at('/name', ' '), at('/delegateNodeId', gone)],
  addVmHost: () => [at('/name', ' '), at('/delegateNodeId', gone), at('/locationId', gone)],
  saveVmHost: () => [at('/name', ' '), at('/delegateNodeId', gone), at('/locationId', gone), at('/type', 'HYPERV')],
  browseDirectory: () => [at('/directoryCredentialId', gone)],
  readDirectory: () => [at('/ouPath', 'corp.test'), at('/ouPath', ' '), at('/directoryCredentialId', gone)],
  validateDirectoryCredential: () => [at('/credentialId', gone)],
  applyDirectoryJob: () => [
    at('/credentialId', gone),
    at('/devices', { selected: { all: false, keys: [] }, changes: [] }),
  ],
  addDirectoryJob: () => directoryJob,
  saveDirectoryJob: () => directoryJob,
  addNetworkScan: () => networkScan,
  saveNetworkScan: () => networkScan,
  setDirectoryStatus: () => [at('', { status: 'APPROVED', locationId: gone }, '/locationId')],
  startNetworkDiscovery: () => [
    at('/ipTargets', 'gateway.example'),
    at('/ipTargets', ' '),
    at('/pingTimeoutMS', 1001),
    at('/pingPacketTTL', 0),
    at('/pingsPerNode', 1.5),
    at('/delayBetweenPingsMS', 1001),
    at('/snmpCredOne', gone),
    at('/snmpCredTwo', gone),
    at('/location', gone, '/networkProbe'),
    at('/networkProbe/nodeId', gone, '/networkProbe'),
  ],
  checkDiscoveredDevices: () => [at('/devices', { selected: { all: false, keys: ['192.0.2.9'] } })],
  addDiscoveredDevices: () => [
    at('/devices', { selected: { all: false, keys: ['192.0.2.9'] } }),
    at('/devices', {
      selected: { all: false, keys: ['192.0.2.1'] },
      changes: [{ rows: { all: false, keys: ['192.0.2.1'] }, column: 'role', value: 'linux-server' }],
    }),
  ],
  saveNode: () => [at('/friendlyName', ' '), at('/locationId', gone), at('/nodeRoleId', gone)],
  addMonitor: () => monitorWithConditions,
  saveMonitor: () => [...monitorWithConditions, at('/conditions/0/id', gone)],
  testMonitor: () => monitor('/monitor'),
  browseMonitor: () => monitor('/monitor'),
  replayCondition: () => [at('/condition/conditionName', ' '), at('/condition/runCount', 0)],
  acknowledgeAlert: () => [at('/note', 'x'.repeat(1001))],
  addAlertNote: () => [at('/note', ' ')],
  assignAlert: () => [at('/userId', gone)],
  saveDivisionAlertDefaults: () => alertDefaults,
  saveAlertDefaults: () => alertDefaults,
  saveDeviceAlerts: () => [
    at('/notificationChannelIds', [gone]),
    at('/diskShare', 100),
    at('/offlineMinutes', 4),
    at('/cpuSeverity', 'NONE'),
  ],
  addNotificationChannel: () => channel,
  saveNotificationChannel: ({ channelId }) => [
    ...channel.slice(0, 2),
    at('/channelType', 'WEBHOOK'),
    ...[channelId, gone].map((escalateChannelId) =>
      at('', { ...channelBody('Escalates'), escalateMinutes: 15, escalateChannelId }, '/escalateChannelId'),
    ),
  ],
  setMaintenance: () => [
    at('/schedule', { startTime: 1_900_000_000, endTime: 1_800_000_000 }, '/schedule/endTime'),
    at('/schedule', { startTime: null, endTime: 1 }, '/schedule/endTime'),
    at('/deviceIds', [1], '/deviceIds'),
  ],
  endMaintenance: () => [at('/deviceIds', [1], '/deviceIds')],
  addCredential: () => [at('/name', ' '), at('/community', undefined)],
  saveCredential: () => [at('/name', ' '), at('/credentialType', 'SNMP_V1')],
  addScript: () => script,
  saveScript: () => script,
  replaceScript: () => script,
  checkInstallAutomation: () => [at('/name', ' '), at('/categoriesIds', [gone])],
  addInstallAutomation: () => installer,
  addRunAutomation: () => application,
  saveRunAutomation: () => application,
  saveInstallAutomation: () => installer,
  renameScript: () => [at('/name', ' ')],
  copyScript: () => [at('/name', ' ')],
  addScriptCategory: () => [at('/name', ' ')],
  saveScriptCategory: () => [at('/name', ' ')],
  startScriptRun: () => [at('/variables', [{ name: 'nothing', value: '' }])],
  addBackupJob: () => [...backupJob, at('/nodeId', gone)],
  saveBackupJob: () => [...backupJob, at('/nodeId', gone)],
  addManagedFolder: () => [...managedFolder, at('/nodeId', gone)],
  saveManagedFolder: () => [...managedFolder, at('/nodeId', gone)],
  testBackupDestination: () => [at('/nodeId', gone), at('/localDestinationPath', undefined)],
  addReboot: () => [
    at('/name', ' '),
    at('/schedule/repeats', 'DAILY'),
    at('/schedule/end/type', 'NEVER'),
    at('/schedule/end/occurenceCount', 2),
    at('/schedule/repeatsEveryCount', 2),
    at('/schedule/timeZone', 'Mars/Olympus'),
    at('/schedule/startDate', '2020-05-01'),
  ],
  addPolicy: () => policy,
  savePolicy: () => policy,
  previewPolicyConditions: () => [at('/diskShare', 0)],
  savePolicyConditions: () => [at('/conditions/diskShare', 0)],
  savePolicyAutomations: () => [
    at('/automations/0/scriptId', gone),
    at('/automations/0/schedule/timeZone', 'Mars/Olympus'),
    at('/automations/0/schedule/startDate', '2020-05-01'),
  ],
  savePolicyPatches: () => [
    at('/patchManagement/schedule/daysOfWeek', []),
    at('/patchManagement/schedule/repeatsEveryCount', 2),
  ],
  assignPolicy: () => [at('/locationId', gone)],
  saveDeviceOverrides: () => [at('/conditions/diskShare', 0)],
  saveDevicePolicy: () => [at('/policyId', gone)],
  addTicketTemplate: () => [at('/name', ' ')],
  saveTicketTemplate: () => [at('/name', ' ')],
  addStatusPage: () => statusPage,
  saveStatusPage: () => statusPage,
  addStatusIncident: () => incident,
  saveStatusIncident: () => incident,
};

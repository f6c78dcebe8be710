import type { CallName } from '#api/contract/catalogue.ts';
import { usualDeviceAlerts } from '#api/contract/device-alerts.ts';
import { backupBody } from './backup-body.ts';
import { folderBody } from './folder-body.ts';
import { farHour } from '../server/far-hour.ts';
import { scanBody } from './network-scan-site.ts';
import {
  applicationBody,
  channelBody,
  condition,
  credentialBody,
  incidentBody,
  installBody,
  gatewayBody,
  mailBody,
  maintenanceBody,
  monitorBody,
  nowhere,
  personBody,
  rebootBody,
  automationBody,
  policyBody,
  scriptBody,
  scriptRunBody,
  statusPageBody,
  webhookBody,
  type Site,
} from './site.ts';

export interface ValidInput {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
}
type Ids = Omit<Site, 'marker' | 'deviceKey'>;
/**
 * What a call reaches.
 * `organization`: an entity of one organization. `person`: what one user owns. `installation`: neither.
 */
export interface ValidCall {
  reach: 'organization' | 'person' | 'installation';
  /** A request that its owner may send; ids of another site make it foreign, those of `nowhere` unknown. */
  input(ids: Ids): ValidInput;
  /** The code with which even the owner is refused here, where that is so. */
  refusedWith?: string;
  /** Its audit row is all that it leaves. */
  onlyTold?: true;
  /** It starts a run, which goes on after the reply. */
  startsRun?: true;
  /** It leaves no audit row: what it changes is on its way to a record, and is none. */
  unaudited?: true;
  /** Its address names a state, and no entity that may be unknown. */
  ofState?: true;
  /** How many audit rows it leaves, where that is not one. */
  auditRows?: number;
}

const of = (reach: ValidCall['reach'], input: ValidCall['input'] = () => ({}), more: Partial<ValidCall> = {}) => ({
  reach,
  input,
  ...more,
});
const organization = (input: ValidCall['input'], more?: Partial<ValidCall>): ValidCall =>
  of('organization', input, more);
const person = (input?: ValidCall['input'], more?: Partial<ValidCall>): ValidCall => of('person', input, more);
const installation = (input?: ValidCall['input'], more?: Partial<ValidCall>): ValidCall =>
  of('installation', input, more);
const id = (key: keyof Ids) => (ids: Ids) => ({ params: { id: ids[key] } });

const alertDefaultsBody = (channelId: number) => ({
  technicians: 'ALL',
  technicianIds: [],
  notificationChannelIds: [channelId],
});

const unknownRun = '00000000-0000-4000-8000-0000000000ff';

const screen = ({ clientId }: Ids, id = 'details') =>
  clientId === nowhere.clientId ? { flow: 'nowhere', screen: 'nowhere' } : { flow: 'organization', screen: id };
const flowOf = (ids: Ids) => ({ flow: screen(ids).flow });
/** The flow with the fewest mutants. */
const fewMutants = ({ clientId }: Ids) => ({ flow: clientId === nowhere.clientId ? 'nowhere' : 'security-key' });
const polish = ({ clientId }: Ids) => ({ language: clientId === nowhere.clientId ? 'xx-xx' : 'pl-pl' });
/** A screen that nobody changes here. */
const unchanged = (ids: Ids) => screen(ids, 'locations');

const directoryOf = ({ clientId, controllerId, basicCredentialId }: Ids) => ({
  clientId,
  domainController: controllerId,
  directoryCredentialId: basicCredentialId,
  allowPlain: false,
});

const jobOf = ({ clientId, controllerId, basicCredentialId, validationId }: Ids, ouPath: string) => ({
  name: 'Nightly',
  clientId,
  jobType: 'SCHEDULED',
  credentialId: basicCredentialId,
  test: validationId,
  content: {
    ouPath,
    domainController: { id: controllerId },
    recursiveOuPath: false,
    directoryCredentialId: basicCredentialId,
    allowPlain: false,
    schedule: { repeats: 'WEEKLY', daysOfWeek: ['MON'], runAtHour: farHour, runAtMinute: 0 },
    deployment: { windowsServers: true, windowsServersApprovalMode: 'NONE', windowsWorkstations: false },
  },
});

/** A valid request of every call: a call that is missing here does not compile. */
export const validCalls: Record<CallName, ValidCall> = {
  readSetup: installation(),
  readInstallation: installation(),
  setUp: installation(),
  readSession: person(),
  signIn: installation(),
  confirmSignIn: installation(),
  beginSecurityKeyProof: installation(),
  sendTextCode: installation(),
  beginTextPhone: installation(),
  confirmTextPhone: installation(),
  removeTextPhone: installation(),
  listSecurityKeys: person(),
  beginSecurityKey: installation(),
  addSecurityKey: installation(),
  removeSecurityKey: person(id('securityKeyId')),
  signOut: installation(),
  listSessions: person(),
  endSession: person(id('sessionId')),
  activate: installation(),
  saveProfile: installation(() => ({ body: { firstName: 'Ada', lastName: 'Lovelace' } })),
  changePassword: installation(),
  beginTotp: installation(),
  confirmTotp: installation(),
  removeTotp: installation(),
  listOrganizations: organization(() => ({})),
  searchOrganizations: organization(() => ({})),
  exportOrganizations: organization(() => ({ body: {} })),
  readOrganization: organization(id('clientId')),
  addOrganization: installation(({ clientId }) => ({ body: { name: `Added beside ${clientId}`, locations: [] } })),
  saveOrganization: organization(({ clientId, locationId }) => ({
    params: { id: clientId },
    body: { name: `Renamed ${clientId}`, locations: [{ id: locationId, name: 'Renamed office' }] },
  })),
  removeOrganization: organization(id('clientId')),
  planOrganizationDeletion: organization(id('clientId')),
  listDeletionWarnings: organization(id('clientId')),
  countOrganizationDevices: organization(id('clientId')),
  planDeviceDeletion: organization(({ nodeId }) => ({ body: { nodeIds: [nodeId] } })),
  removeDevices: organization(({ nodeId }) => ({ body: { nodeIds: [nodeId] } })),
  checkBackupData: organization(({ clientId }) => ({ query: { customerId: String(clientId) } })),
  removeOrganizationWithBackupData: organization(id('clientId')),
  removeDevicesWithBackupData: organization(({ nodeId }) => ({ body: { nodeIds: [nodeId] } })),
  listDeletions: organization(() => ({})),
  // Whoever made a deletion may undo it: tests/server/deletion.test.ts.
  undoDeletion: installation(() => ({ params: { id: 999_999 } }), { refusedWith: 'not_found' }),
  listLocations: organization(id('clientId')),
  listUsers: installation(),
  readUser: installation(id('userId')),
  addUser: installation(({ clientId }) => ({ body: personBody(`Added ${clientId}`) })),
  saveUser: installation(({ userId }) => ({ params: { id: userId }, body: personBody(`Renamed ${userId}`) })),
  removeUser: installation(id('userId')),
  planUserDeletion: installation(id('userId')),
  inviteUser: installation(id('userId')),
  listApiKeys: person(),
  addApiKey: installation(),
  removeApiKey: person(id('apiKeyId')),
  readDivision: installation(),
  saveDivision: installation(({ clientId }) => ({ body: { name: `Works ${clientId}` } })),
  readMail: installation(),
  saveMail: installation(({ clientId }) => ({ body: mailBody(`Saved ${clientId}`) })),
  removeMail: installation(),
  testMail: installation(() => ({ body: { to: 'ada@example.com' } }), { onlyTold: true }),
  readSmsGateway: installation(),
  saveSmsGateway: installation(({ clientId }) => ({ body: gatewayBody(`AC${clientId}`) })),
  removeSmsGateway: installation(),
  testSmsGateway: installation(() => ({ body: { to: '+31612345678' } }), { onlyTold: true }),
  listTimeZones: installation(),
  listNodeRoles: installation(),
  listActivities: organization(() => ({})),
  listActivityPeople: installation(),
  verifyAudit: installation(),
  listDrafts: person(),
  readDraft: person(id('draftId')),
  // Anybody may begin a draft under an id of their own; another user's is not reached by it.
  saveDraft: installation(),
  removeDraft: installation(),
  // Each user has editors of their own; what may be opened is tests/server/editors.test.ts.
  keepEditor: installation(),
  closeEditor: installation(),
  listWebhooks: installation(),
  readWebhook: installation(id('webhookId')),
  addWebhook: installation(() => ({ body: webhookBody('Added') })),
  saveWebhook: installation(({ webhookId }) => ({ params: { id: webhookId }, body: webhookBody('Renamed') })),
  removeWebhook: installation(id('webhookId')),
  testWebhook: installation(),
  listDeliveries: installation(),
  listNodes: organization(() => ({})),
  readNode: organization(id('nodeId')),
  saveNode: organization(({ nodeId }) => ({ params: { id: nodeId }, body: { friendlyName: 'Renamed' } })),
  systemOverview: organization(() => ({})),
  reportError: installation(),
  reportTrace: installation(),
  live: installation(),
  listMonitors: organization(() => ({})),
  matchMonitors: organization(() => ({})),
  changeMonitors: organization(({ monitorId }) => ({ body: { act: 'RESUME', ids: [monitorId] } })),
  readMonitor: organization(id('monitorId')),
  addMonitor: organization((ids) => ({ body: monitorBody(ids, 'Added') })),
  saveMonitor: organization((ids) => ({ params: { id: ids.monitorId }, body: monitorBody(ids, 'Renamed') })),
  removeMonitor: organization(id('monitorId')),
  enableMonitor: organization(({ monitorId }) => ({ params: { id: monitorId }, body: { enabled: true } })),
  testMonitor: organization((ids) => {
    const { conditions: _, ...monitor } = monitorBody(ids, 'Tested');
    return { body: { id: ids.monitorId, monitor } };
  }),
  browseMonitor: organization((ids) => {
    const { conditions: _, ...monitor } = monitorBody(ids, 'Browsed');
    return { body: { id: ids.monitorId, monitor, below: '1.3' } };
  }),
  replayCondition: organization(({ monitorId }) => ({ body: { id: monitorId, condition } })),
  listResults: organization(id('monitorId')),
  listConditionHistory: organization(id('monitorId')),
  listMonitorServers: installation(),
  listAlerts: organization(() => ({})),
  acknowledgeAlert: organization(({ alertId }) => ({ params: { id: alertId }, body: { note: 'Seen' } })),
  withdrawAcknowledgement: organization(id('alertId')),
  readAlert: organization(id('alertId')),
  addAlertNote: organization(({ alertId }) => ({ params: { id: alertId }, body: { note: 'Restarted' } })),
  listAlertTechnicians: organization(id('alertId')),
  readDivisionAlertDefaults: installation(),
  saveDivisionAlertDefaults: installation(({ channelId }) => ({ body: alertDefaultsBody(channelId) })),
  readDeviceAlerts: installation(),
  saveDeviceAlerts: installation(({ channelId }) => ({
    body: { ...usualDeviceAlerts, notificationChannelIds: [channelId] },
  })),
  readAlertDefaults: organization(id('clientId')),
  saveAlertDefaults: organization(({ clientId, channelId }) => ({
    params: { id: clientId },
    body: alertDefaultsBody(channelId),
  })),
  removeAlertDefaults: organization(id('clientId')),
  // The first administrator of every test server.
  assignAlert: organization(({ alertId }) => ({ params: { id: alertId }, body: { userId: 1 } })),
  listNotificationChannels: installation(),
  listChannelChoices: installation(),
  readNotificationChannel: installation(id('channelId')),
  addNotificationChannel: installation(({ clientId }) => ({ body: channelBody(`Added ${clientId}`) })),
  saveNotificationChannel: installation(({ channelId }) => ({
    params: { id: channelId },
    body: channelBody(`Renamed ${channelId}`),
  })),
  removeNotificationChannel: installation(id('channelId')),
  testNotificationChannel: installation(),
  listChannelConditions: installation(),
  listChannelDeliveries: installation(),
  sendChannelDelivery: installation(),
  exportMonitors: organization(({ clientId }) => ({ body: { format: 'json', clientId } })),
  // A file on its way is nobody's record: what is made of it leaves the row (server/uploads/uploads.test.ts).
  createUpload: installation(),
  removeUpload: person(id('uploadId'), { unaudited: true }),
  // Its rows are judged by what their sender sees (server/monitors/transfer/import.test.ts); the review is the sender's own.
  checkMonitorImport: installation(),
  readMonitorImport: person(id('importId')),
  // Of the start, of the one monitor in its file, and of the file.
  runMonitorImport: person(id('importId'), { auditRows: 3, startsRun: true }),
  readRun: person(id('runId')),
  listRunItems: person(id('runId')),
  cancelRun: person(id('runId')),
  exportRefusals: person(id('importId')),
  setMaintenance: organization(({ monitorId }) => ({ body: maintenanceBody(monitorId) })),
  endMaintenance: organization(({ monitorId }) => ({ body: { monitorIds: [monitorId] } })),
  listMaintenance: organization(id('monitorId')),
  listDeviceMaintenance: organization(id('nodeId')),
  listCredentials: organization(({ clientId }) => ({ query: { clientId: String(clientId) } })),
  listCredentialUses: organization(({ clientId }) => ({ query: { clientId: String(clientId) } })),
  listExpiringCredentials: organization(() => ({})),
  readCredential: organization(id('credentialId')),
  addCredential: organization(({ clientId }) => ({ body: credentialBody(clientId, 'Added') })),
  saveCredential: organization(({ credentialId, clientId }) => ({
    params: { id: credentialId },
    body: credentialBody(clientId, 'Renamed'),
  })),
  removeCredential: organization(id('credentialId')),
  listScripts: installation(),
  readScript: installation(id('scriptId')),
  readRunScreen: installation(id('scriptId')),
  listPublishedScreens: installation(),
  readScreenOrganization: organization(({ monitorId }) => ({ params: { flow: 'cloud-monitor', id: monitorId } })),
  // Nothing was changed or published.
  readScreenModule: installation((ids) => ({ params: { ...screen(ids), number: 1 } }), { refusedWith: 'not_found' }),
  readEditedScreen: installation((ids) => ({ params: screen(ids) })),
  keepScreenEdit: installation((ids) => ({ params: screen(ids), body: { text: '{}', base: 0 } }), { unaudited: true }),
  dropScreenEdit: installation((ids) => ({ params: unchanged(ids) }), { refusedWith: 'not_found' }),
  readEditModule: installation((ids) => ({ params: unchanged(ids) }), { refusedWith: 'not_found' }),
  checkScreen: installation((ids) => ({ params: unchanged(ids) }), { refusedWith: 'not_found' }),
  readScreenCheck: installation((ids) => ({ params: screen(ids) })),
  playScreenPath: installation((ids) => ({ params: unchanged(ids), body: { path: 'NEW: ' } }), {
    refusedWith: 'not_found',
  }),
  publishScreen: installation((ids) => ({ params: unchanged(ids), body: { note: '' } }), { refusedWith: 'not_found' }),
  listScheduledScreens: installation(),
  listScreenEdits: installation(),
  readScreenRepository: installation(),
  // Nothing is changed or scheduled.
  scheduleScreen: installation(
    (ids) => ({ params: unchanged(ids), body: { note: '', at: new Date(Date.now() + 3_600_000).toISOString() } }),
    { refusedWith: 'not_found' },
  ),
  cancelScheduledScreen: installation((ids) => ({ params: unchanged(ids), body: { take: false } }), {
    refusedWith: 'not_found',
  }),
  publishScheduledScreen: installation((ids) => ({ params: unchanged(ids) }), { refusedWith: 'not_found' }),
  rollBackScreen: installation((ids) => ({ params: screen(ids), body: { number: 0 } })),
  listLanguages: installation(),
  readConsoleWords: installation((ids) => ({ params: polish(ids) })),
  readEditedWords: installation((ids) => ({ params: polish(ids) })),
  publishConsoleWords: installation((ids) => ({
    params: polish(ids),
    body: { base: 0, note: '', changes: [{ key: 'close', from: 'Close', text: 'Zamknij' }] },
  })),
  rollBackConsoleWords: installation((ids) => ({ params: polish(ids), body: { number: 0 } })),
  // Nobody has allowed it, and nothing was recorded or kept.
  recordFlow: installation(
    () => ({ body: { id: unknownRun, flow: 'organization', mode: 'NEW', from: 0, steps: [] } }),
    { refusedWith: 'recordings_off' },
  ),
  listRecordedFlows: installation(),
  readRecordedFlow: installation((ids) => ({ params: flowOf(ids) })),
  readRecording: installation(() => ({ params: { id: unknownRun } }), { refusedWith: 'not_found' }),
  traceRecording: installation(() => ({ params: { id: unknownRun } }), { refusedWith: 'not_found' }),
  listKeptPaths: installation((ids) => ({ params: flowOf(ids) })),
  keepPath: installation((ids) => ({ params: flowOf(ids), body: { path: 'NEW: closed' } })),
  removeKeptPath: installation(() => ({ params: { id: 999_999_999 } }), { refusedWith: 'not_found' }),
  exportKeptPaths: installation((ids) => ({ params: flowOf(ids) }), { refusedWith: 'not_found' }),
  listPathRuns: installation(),
  startPathRun: installation(
    () => ({ body: { flows: ['ticket-template'], tier: 'machine', criteria: ['states'], seed: 1 } }),
    {
      startsRun: true,
    },
  ),
  // Nothing was walked.
  readPathRun: installation(() => ({ params: { id: unknownRun } }), { refusedWith: 'not_found' }),
  readPathReport: installation(() => ({ params: { id: unknownRun, flow: 'organization' } }), {
    refusedWith: 'not_found',
  }),
  exportPathRun: installation(() => ({ params: { id: unknownRun }, query: { format: 'json' } }), {
    refusedWith: 'not_found',
  }),
  readMutants: installation((ids) => ({ params: flowOf(ids) })),
  startMutants: installation((ids) => ({ params: fewMutants(ids) }), { startsRun: true }),
  judgeMutant: installation((ids) => ({ params: fewMutants(ids), body: { key: 'machines/nowhere: none' } })),
  listAssertions: installation((ids) => ({ params: flowOf(ids) })),
  addAssertion: installation((ids) => ({
    params: flowOf(ids),
    body: { state: 'editing.details', kind: 'says', text: 'Description' },
  })),
  removeAssertion: installation(() => ({ params: { id: 999_999_999 } }), { refusedWith: 'not_found' }),
  exportAssertions: installation(() => ({ params: { flow: 'organization', state: 'nowhere' } }), {
    refusedWith: 'not_found',
  }),
  playPath: installation(() => ({ body: { flow: 'ticket-template', path: 'NEW: ', seed: 1 } })),
  addScript: installation(() => ({ body: scriptBody('Added') })),
  saveScript: installation(({ scriptId }) => ({ params: { id: scriptId }, body: scriptBody('Renamed') })),
  replaceScript: installation(({ scriptId }) => ({ body: { id: scriptId, ...scriptBody('Replaced') } })),
  renameScript: installation(({ scriptId }) => ({ params: { id: scriptId }, body: { name: 'Renamed again' } })),
  copyScript: installation(({ scriptId }) => ({ body: { fromId: scriptId, name: `Copy of ${scriptId}` } })),
  removeScript: installation(id('scriptId')),
  listScriptVersions: installation(id('scriptId')),
  readScriptVersion: installation(({ scriptId }) => ({ params: { id: scriptId, number: 1 } })),
  restoreScriptVersion: installation(({ scriptId }) => ({ params: { id: scriptId, number: 1 } })),
  listScriptCategories: installation(),
  addScriptCategory: installation(() => ({ body: { name: 'Backups' } })),
  saveScriptCategory: installation(({ scriptCategoryId }) => ({ body: { id: scriptCategoryId, name: 'Restores' } })),
  removeScriptCategory: installation(id('scriptCategoryId')),
  checkInstallAutomation: installation(() => {
    const { name, operatingSystems, architecture, categoriesIds } = installBody('Checked');
    return { body: { name, operatingSystems, architecture, categoriesIds } };
  }),
  readInstallAutomation: installation(id('installerId')),
  addInstallAutomation: installation(() => ({ body: installBody('Added installer') })),
  saveInstallAutomation: installation(({ installerId }) => ({
    params: { id: installerId },
    body: installBody('Renamed installer'),
  })),
  readRunAutomation: installation(id('applicationId')),
  addRunAutomation: installation(() => ({ body: applicationBody('Added application') })),
  saveRunAutomation: installation(({ applicationId }) => ({
    params: { id: applicationId },
    body: applicationBody('Renamed application'),
  })),
  readInstallAttachments: installation(id('installerId')),
  signAttachment: installation(id('installerId')),
  // Its file is an address, which nobody scans; tests/server/malware-scans.test.ts scans files.
  scanAttachment: installation(
    ({ installerId, installerFileId }) => ({ params: { id: installerId }, body: { attachmentId: installerFileId } }),
    { refusedWith: 'attachment_not_scannable' },
  ),
  listMalwareScans: installation(() => ({ params: { status: 'INFECTED' } }), { ofState: true }),
  startScriptRun: organization(({ scriptId, nodeId }) => ({ body: scriptRunBody(scriptId, nodeId) })),
  readScriptRun: organization(id('scriptRunId')),
  retryScriptRun: organization(id('scriptRunId')),
  cancelScriptRun: organization(id('scriptRunId'), { unaudited: true }),
  listScriptRuns: organization(({ nodeId }) => ({ query: { deviceId: String(nodeId) } })),
  listBackupJobs: organization(id('nodeId')),
  readBackupJob: organization(id('backupJobId')),
  addBackupJob: organization(({ nodeId }) => ({ body: backupBody(nodeId, 'Added') })),
  saveBackupJob: organization(({ backupJobId, nodeId }) => ({
    params: { id: backupJobId },
    body: backupBody(nodeId, 'Nightly', { jobComment: 'Changed' }),
  })),
  removeBackupJob: organization(id('backupJobId')),
  testBackupDestination: organization(
    ({ nodeId }) => ({ body: { nodeId, destinationType: 'LOCAL', localDestinationPath: '/srv/backups' } }),
    { unaudited: true },
  ),
  listManagedFolders: organization(id('nodeId')),
  readManagedFolder: organization(id('managedFolderId')),
  addManagedFolder: organization(({ nodeId }) => ({ body: folderBody(nodeId, '/srv/added') })),
  saveManagedFolder: organization(({ managedFolderId, nodeId }) => ({
    params: { id: managedFolderId },
    body: folderBody(nodeId, '/srv/images', { description: 'Changed' }),
  })),
  removeManagedFolder: organization(id('managedFolderId')),
  testManagedFolder: organization(
    ({ nodeId }) => ({ body: { nodeId, folderPath: '/srv/images', authenticationType: 'DEFAULT_CREDENTIAL' } }),
    { unaudited: true },
  ),
  addReboot: organization(({ nodeId }) => ({ body: rebootBody('Updates', nodeId) })),
  listDeviceReboots: organization(id('nodeId')),
  cancelReboot: organization(({ nodeId, rebootId }) => ({ params: { id: nodeId, taskId: rebootId } })),
  listPolicies: installation(),
  readPolicy: installation(id('policyId')),
  addPolicy: installation(() => ({ body: policyBody('Added') })),
  savePolicy: installation(({ policyId }) => ({ params: { id: policyId }, body: policyBody('Renamed policy') })),
  planPolicyDeletion: installation(id('policyId')),
  removePolicy: installation(id('policyId'), { refusedWith: 'policy_in_use' }),
  readPolicyConditions: installation(id('policyId')),
  previewPolicyConditions: installation(({ policyId }) => ({ params: { id: policyId }, body: { diskShare: 80 } })),
  savePolicyConditions: installation(({ policyId }) => ({
    params: { id: policyId },
    body: { revision: 1, conditions: { diskShare: 80 } },
  })),
  readPolicyAutomations: installation(id('policyId')),
  savePolicyAutomations: installation(({ policyId, scriptId }) => ({
    params: { id: policyId },
    body: { revision: 1, automations: [automationBody(scriptId)] },
  })),
  readPolicyPatches: installation(id('policyId')),
  savePolicyPatches: installation(({ policyId }) => ({
    params: { id: policyId },
    body: {
      revision: 1,
      patchManagement: { schedule: { repeats: 'WEEKLY', repeatsEveryCount: 1, daysOfWeek: ['TUE'] } },
    },
  })),
  listPolicyAssignments: installation(id('policyId')),
  assignPolicy: organization(({ policyId, clientId, locationId }) => ({
    params: { id: policyId },
    body: { clientId, locationId },
  })),
  unassignPolicy: organization(id('policyAssignmentId')),
  readDevicePolicy: organization(id('nodeId')),
  saveDeviceOverrides: organization(({ nodeId }) => ({
    params: { id: nodeId },
    body: { revision: 0, conditions: {} },
  })),
  saveDevicePolicy: organization(({ nodeId }) => ({ params: { id: nodeId }, body: { policyId: null } })),
  listTicketTemplates: installation(),
  readTicketTemplate: installation(id('ticketTemplateId')),
  addTicketTemplate: installation(() => ({ body: { name: 'Added' } })),
  saveTicketTemplate: installation(({ ticketTemplateId }) => ({
    params: { id: ticketTemplateId },
    body: { name: 'Renamed' },
  })),
  planTicketTemplateDeletion: installation(id('ticketTemplateId')),
  removeTicketTemplate: installation(id('ticketTemplateId')),
  listStatusPages: installation(),
  listStatusChoices: installation(),
  readStatusPage: installation(id('statusPageId')),
  addStatusPage: installation(({ monitorId }) => ({ body: statusPageBody('Added', monitorId) })),
  saveStatusPage: installation(({ statusPageId, monitorId }) => ({
    params: { id: statusPageId },
    body: statusPageBody('Renamed', monitorId),
  })),
  removeStatusPage: installation(id('statusPageId')),
  listStatusIncidents: installation(id('statusPageId')),
  addStatusIncident: installation(({ statusPageId }) => ({
    params: { id: statusPageId },
    body: incidentBody('Added'),
  })),
  saveStatusIncident: installation(({ statusPageId, incidentId }) => ({
    params: { id: statusPageId, incidentId },
    body: incidentBody('Renamed'),
  })),
  removeStatusIncident: installation(({ statusPageId, incidentId }) => ({ params: { id: statusPageId, incidentId } })),
  renewStatusAddress: installation(id('statusPageId')),
  readPublicStatus: installation(),
  searchDevices: organization(() => ({})),
  groupDevices: organization(() => ({ query: { by: 'location' } })),
  matchDevices: organization(() => ({})),
  exportDevices: organization(({ clientId }) => ({ body: { clientId } })),
  readDevice: organization(id('nodeId')),
  listDeviceResults: organization(id('nodeId')),
  listDeviceInterfaces: organization(id('nodeId')),
  readDevicePerformance: organization(id('nodeId')),
  listDeviceServices: organization(id('nodeId')),
  startDeviceCommand: organization(
    (ids) => ({ params: { id: ids.nodeId }, body: { method: 'inventory.read', params: {} } }),
    { refusedWith: 'device_offline' },
  ),
  listDeviceCommands: organization(id('nodeId')),
  listNetworkProbes: organization(({ locationId }) => ({ query: { locationId: String(locationId) } })),
  startNetworkDiscovery: organization(
    ({ clientId, locationId, nodeId, credentialId }) => ({
      body: {
        org: clientId,
        location: locationId,
        networkProbe: { nodeId },
        ipTargets: '192.0.2.1',
        snmpCredOne: credentialId,
        pingTimeoutMS: 500,
        pingPacketTTL: 127,
        pingsPerNode: 2,
        delayBetweenPingsMS: 300,
      },
    }),
    { refusedWith: 'device_offline' },
  ),
  readDiscoverySummary: organization(({ discoveryId }) => ({ params: { id: discoveryId } })),
  checkDiscoveredDevices: organization(({ discoveryId }) => ({
    params: { id: discoveryId },
    body: { devices: { selected: { all: false, keys: ['192.0.2.1'] } } },
  })),
  addDiscoveredDevices: organization(({ discoveryId }) => ({
    params: { id: discoveryId },
    body: { devices: { selected: { all: false, keys: ['192.0.2.1'] } } },
  })),
  listDiscoveries: organization(() => ({})),
  readDiscovery: organization(({ discoveryId }) => ({ params: { id: discoveryId } })),
  listNewDevices: organization(({ discoveryId }) => ({ params: { id: discoveryId } })),
  compareDiscoveries: organization(({ discoveryId }) => ({
    params: { id: discoveryId },
    query: { with: discoveryId },
  })),
  exportComparison: organization(({ discoveryId }) => ({
    params: { id: discoveryId },
    body: { with: discoveryId },
  })),
  listNetworkScans: organization(() => ({})),
  readNetworkScan: organization(id('networkScanId')),
  addNetworkScan: organization((site) => ({ body: scanBody(site, 'Night') })),
  saveNetworkScan: organization((site) => ({ params: { id: site.networkScanId }, body: scanBody(site, 'Day') })),
  runNetworkScan: organization(id('networkScanId'), { refusedWith: 'device_offline' }),
  pauseNetworkScan: organization(({ networkScanId }) => ({ params: { id: networkScanId }, body: { paused: true } })),
  markDevicesKnown: organization(({ networkScanId, newDeviceId }) => ({
    params: { id: networkScanId },
    body: { hosts: [newDeviceId] },
  })),
  removeNetworkScan: organization(id('networkScanId')),
  readNetworkMap: organization(({ clientId }) => ({ query: { clientId: String(clientId) } })),
  exportNetworkMap: organization(({ clientId }) => ({ body: { clientId } })),
  refreshNetworkMap: organization(({ clientId }) => ({ body: { clientId } }), { refusedWith: 'device_offline' }),
  listDeviceNeighbors: organization(id('nodeId')),
  listVmDelegates: organization(({ clientId }) => ({ query: { clientId: String(clientId) } })),
  testVmHost: organization(
    ({ clientId, delegateId }) => ({
      body: { clientId, delegateNodeId: delegateId, name: 'Hyper-V', type: 'HYPERV' },
    }),
    { refusedWith: 'device_offline' },
  ),
  addVmHost: organization(({ clientId, locationId, delegateId, vmTestId }) => ({
    body: { clientId, locationId, delegateNodeId: delegateId, name: 'Hyper-V', type: 'HYPERV', test: vmTestId },
  })),
  readVmHost: organization(id('vmHostId')),
  saveVmHost: organization(({ vmHostId, clientId, locationId, delegateId, basicCredentialId, esxiTestId }) => ({
    params: { id: vmHostId },
    body: {
      clientId,
      locationId,
      delegateNodeId: delegateId,
      name: 'Renamed',
      type: 'ESXI',
      hostname: 'esxi.example',
      apiPort: 443,
      credentialId: basicCredentialId,
      test: esxiTestId,
    },
  })),
  listVmGuests: organization(id('vmHostId')),
  refreshVmHost: organization(id('vmHostId'), { refusedWith: 'device_offline' }),
  listDomainControllers: organization(({ clientId }) => ({ query: { clientId: String(clientId) } })),
  readDirectorySettings: organization(({ clientId }) => ({ query: { clientId: String(clientId) } })),
  browseDirectory: organization((site) => ({ body: { ...directoryOf(site), ouPath: '' } }), {
    refusedWith: 'device_offline',
  }),
  readDirectory: organization(
    (site) => ({ body: { ...directoryOf(site), ouPath: 'DC=corp,DC=test', recursiveOuPath: true } }),
    { refusedWith: 'device_offline' },
  ),
  validateDirectoryCredential: organization(
    ({ clientId, controllerId, basicCredentialId }) => ({
      body: { clientId, domainController: controllerId, credentialId: basicCredentialId, allowPlain: false },
    }),
    { refusedWith: 'device_offline' },
  ),
  applyDirectoryJob: organization(({ readingId, validationId, basicCredentialId }) => {
    const every = { all: true, filter: {}, except: [] };
    const changes = [{ rows: every, column: 'newStatus', value: 'REJECTED' }];
    return {
      params: { id: readingId },
      body: { credentialId: basicCredentialId, test: validationId, devices: { selected: every, changes } },
    };
  }),
  listDirectoryDevices: organization(() => ({})),
  setDirectoryStatus: organization(({ directoryDeviceId }) => ({
    params: { id: directoryDeviceId },
    body: { status: 'REJECTED' },
  })),
  preflightDirectoryDevices: organization(({ directoryDeviceId }) => ({ body: { ids: [directoryDeviceId] } }), {
    refusedWith: 'device_offline',
  }),
  retryDeployment: organization(
    ({ directoryDeviceId }) => ({ params: { id: directoryDeviceId }, body: { acceptHostKey: false } }),
    { refusedWith: 'directory_device_not_approved' },
  ),
  listDirectoryJobs: organization(() => ({})),
  readDirectoryJob: organization(id('directoryJobId')),
  checkDirectoryJob: organization(({ clientId, controllerId }) => ({
    body: {
      clientId,
      domainController: controllerId,
      ouPath: 'OU=New,DC=corp,DC=test',
      recursiveOuPath: true,
      jobType: 'SCHEDULED',
    },
  })),
  addDirectoryJob: organization((site) => ({ body: jobOf(site, 'OU=Sales,DC=corp,DC=test') })),
  saveDirectoryJob: organization((site) => ({
    params: { id: site.directoryJobId },
    body: jobOf(site, 'OU=Old,DC=corp,DC=test'),
  })),
  runDirectoryJob: organization(id('directoryJobId'), { refusedWith: 'device_offline' }),
  removeDirectoryJob: organization(id('directoryJobId')),
  removeDevice: organization(id('nodeId')),
  listWaitingServers: installation(),
  addServerDevice: installation(),
  addEnrollment: organization(({ clientId, locationId }) => ({ body: { clientId, locationId } })),
  listEnrollments: organization(() => ({})),
  removeEnrollment: organization(id('enrollmentId')),
  readEnrollment: organization(id('enrollmentId')),
  enrollAgent: installation(),
  agentConnect: installation(),
  provePassword: installation(),
  requestPasswordReset: installation(),
  resetPassword: installation(),
  resetSecondFactor: installation(),
  listEveryApiKey: installation(),
  revokeApiKey: installation(id('apiKeyId')),
  previewNotificationChannel: installation(),
  quickSearch: organization(() => ({ body: { query: 'Marker' } })),
  listRecentSearches: person(),
  // A person's own list.
  addRecentSearch: installation(),
};

export const unknown = (call: ValidCall): ValidInput => call.input(nowhere);

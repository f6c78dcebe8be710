import { activityCalls } from './activities.ts';
import { agentCalls } from './agent.ts';
import { alertDefaultsCalls } from './alert-defaults.ts';
import { deviceAlertCalls } from './device-alerts.ts';
import { alertCalls } from './alerts.ts';
import type { Call } from './call.ts';
import { deviceListCalls } from './device-list.ts';
import { deviceCalls } from './devices.ts';
import { performanceCalls } from './performance.ts';
import { serviceCalls } from './services.ts';
import { divisionCalls } from './division.ts';
import { draftCalls } from './drafts.ts';
import { editorCalls } from './editors.ts';
import { liveCalls } from './live.ts';
import { mailCalls } from './mail.ts';
import { mfaCalls } from './mfa.ts';
import { maintenanceCalls } from './maintenance.ts';
import { monitorTransferCalls } from './monitor-transfer.ts';
import { monitorCalls } from './monitors.ts';
import { discoveryCalls } from './discoveries.ts';
import { networkDiscoveryCalls } from './network-discovery.ts';
import { networkScanCalls } from './network-scans.ts';
import { networkMapCalls } from './network-map.ts';
import { nodeCalls } from './nodes.ts';
import { notificationCalls } from './notifications.ts';
import { organizationCalls } from './organizations.ts';
import { pageReportCalls } from './page-reports.ts';
import { runCalls } from './runs.ts';
import { searchCalls } from './search.ts';
import { sessionCalls } from './session.ts';
import { statusIncidentCalls } from './status-incidents.ts';
import { statusCalls } from './status.ts';
import { textMessageCalls } from './text-messages.ts';
import { uploadCalls } from './uploads.ts';
import { credentialCalls } from './credentials.ts';
import { applicationCalls } from './application.ts';
import { installerCalls } from './installer.ts';
import { scriptCalls, scriptRunCalls } from './script.ts';
import { backupJobCalls } from './backup-job.ts';
import { managedFolderCalls } from './managed-folder.ts';
import { policyAutomationCalls } from './policy-automations.ts';
import { policyPatchCalls } from './policy-patches.ts';
import { consoleWordsCalls } from './console-words.ts';
import { studioCalls } from './studio.ts';
import { mutantCalls } from './mutants.ts';
import { recordingCalls } from './recordings.ts';
import { workbenchCalls } from './workbench.ts';
import { policyCalls } from './policy.ts';
import { ticketTemplateCalls } from './ticket-template.ts';
import { userCalls } from './users.ts';
import { vmHostCalls } from './vm-hosts.ts';
import { directoryJobCalls } from './directory-jobs.ts';
import { directoryCalls } from './directory.ts';
import { webhookCalls } from './webhooks.ts';
import { deletionCalls } from './deletion.ts';
import { rebootCalls } from './reboots.ts';

/** Every call by its name: the source of the routes, client, mock, OpenAPI document and contract tests. */
export const catalogue = {
  ...sessionCalls,
  ...mfaCalls,
  ...organizationCalls,
  ...userCalls,
  ...divisionCalls,
  ...nodeCalls,
  ...activityCalls,
  ...draftCalls,
  ...webhookCalls,
  ...pageReportCalls,
  ...liveCalls,
  ...mailCalls,
  ...textMessageCalls,
  ...monitorCalls,
  ...alertCalls,
  ...alertDefaultsCalls,
  ...deviceAlertCalls,
  ...notificationCalls,
  ...uploadCalls,
  ...monitorTransferCalls,
  ...maintenanceCalls,
  ...statusCalls,
  ...statusIncidentCalls,
  ...deviceListCalls,
  ...deviceCalls,
  ...deletionCalls,
  ...rebootCalls,
  ...performanceCalls,
  ...serviceCalls,
  ...networkDiscoveryCalls,
  ...discoveryCalls,
  ...networkScanCalls,
  ...networkMapCalls,
  ...vmHostCalls,
  ...directoryCalls,
  ...directoryJobCalls,
  ...agentCalls,
  ...searchCalls,
  ...runCalls,
  ...ticketTemplateCalls,
  ...backupJobCalls,
  ...managedFolderCalls,
  ...policyCalls,
  ...policyAutomationCalls,
  ...policyPatchCalls,
  ...studioCalls,
  ...consoleWordsCalls,
  ...workbenchCalls,
  ...mutantCalls,
  ...recordingCalls,
  ...scriptCalls,
  ...scriptRunCalls,
  ...installerCalls,
  ...applicationCalls,
  ...credentialCalls,
  ...editorCalls,
};

export type Catalogue = typeof catalogue;
export type CallName = keyof Catalogue;
export const calls = Object.entries(catalogue) as [CallName, Call][];

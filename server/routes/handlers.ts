import { catalogue, type CallName } from '#api/contract/catalogue.ts';
import type { Handlers } from '../http/handler.ts';
import type { AnyHandler } from '../http/served.ts';
import { agentHandlers } from './agents.ts';
import { deviceListHandlers } from './device-list.ts';
import { editorHandlers } from './editors.ts';
import { mailHandlers } from './mail.ts';
import { textMessageHandlers } from './text-messages.ts';
import { mfaHandlers } from './mfa.ts';
import { alertDefaultsHandlers } from './alert-defaults.ts';
import { deviceAlertHandlers } from './device-alerts.ts';
import { alertHandlers } from './alerts.ts';
import { maintenanceHandlers } from './maintenance.ts';
import { monitorTransferHandlers } from './monitor-transfer.ts';
import { uploadHandlers } from './uploads.ts';
import { monitorHandlers } from './monitors.ts';
import { notificationHandlers } from './notifications.ts';
import { organizationHandlers } from './organizations.ts';
import { runHandlers } from './runs.ts';
import { searchHandlers } from './search.ts';
import { sessionHandlers } from './session.ts';
import { statusIncidentHandlers } from './status-incidents.ts';
import { statusHandlers } from './status.ts';
import { divisionHandlers } from './division.ts';
import { discoveryHandlers } from './discoveries.ts';
import { networkScanHandlers } from './network-scans.ts';
import { networkDiscoveryHandlers } from './network-discovery.ts';
import { networkMapHandlers } from './network-map.ts';
import { nodeHandlers } from './nodes.ts';
import { activityHandlers } from './activities.ts';
import { deletionHandlers } from './deletion.ts';
import { rebootHandlers } from './reboots.ts';
import { draftHandlers } from './drafts.ts';
import { webhookHandlers } from './webhooks.ts';
import { pageReportHandlers } from './page-reports.ts';
import { credentialHandlers } from './credentials.ts';
import { vmHostHandlers } from './vm-hosts.ts';
import { directoryJobHandlers } from './directory-jobs.ts';
import { directoryHandlers } from './directory.ts';
import { applicationHandlers } from './application.ts';
import { installerHandlers } from './installer.ts';
import { scriptHandlers, scriptRunHandlers } from './script.ts';
import { backupJobHandlers } from './backup-job.ts';
import { managedFolderHandlers } from './managed-folder.ts';
import { policyAutomationHandlers } from './policy-automations.ts';
import { policyPatchHandlers } from './policy-patches.ts';
import { policyHandlers } from './policy.ts';
import { consoleWordsHandlers } from './console-words.ts';
import { studioHandlers } from './studio.ts';
import { workbenchHandlers } from './workbench.ts';
import { ticketTemplateHandlers } from './ticket-template.ts';
import { userHandlers } from './users.ts';

/** WebSockets are taken over by the hubs (server/live, server/agents). */
type Answered = { [N in CallName]: (typeof catalogue)[N] extends { websocket: true } ? never : N }[CallName];

/** The handler of every call: a call of the catalogue without one does not compile. */
const answered: Handlers<Answered> = {
  ...sessionHandlers,
  ...mfaHandlers,
  ...organizationHandlers,
  ...userHandlers,
  ...divisionHandlers,
  ...nodeHandlers,
  ...activityHandlers,
  ...draftHandlers,
  ...webhookHandlers,
  ...pageReportHandlers,
  ...mailHandlers,
  ...textMessageHandlers,
  ...monitorHandlers,
  ...alertHandlers,
  ...alertDefaultsHandlers,
  ...deviceAlertHandlers,
  ...monitorTransferHandlers,
  ...uploadHandlers,
  ...maintenanceHandlers,
  ...notificationHandlers,
  ...statusHandlers,
  ...statusIncidentHandlers,
  ...deviceListHandlers,
  ...agentHandlers,
  ...deletionHandlers,
  ...rebootHandlers,
  ...networkDiscoveryHandlers,
  ...discoveryHandlers,
  ...networkScanHandlers,
  ...networkMapHandlers,
  ...vmHostHandlers,
  ...directoryHandlers,
  ...directoryJobHandlers,
  ...searchHandlers,
  ...runHandlers,
  ...ticketTemplateHandlers,
  ...backupJobHandlers,
  ...managedFolderHandlers,
  ...policyHandlers,
  ...policyAutomationHandlers,
  ...policyPatchHandlers,
  ...scriptHandlers,
  ...scriptRunHandlers,
  ...installerHandlers,
  ...applicationHandlers,
  ...credentialHandlers,
  ...editorHandlers,
  ...studioHandlers,
  ...consoleWordsHandlers,
  ...workbenchHandlers,
};

/** Without the types of each call, which `answered` has checked. */
export const handlers = answered as unknown as Partial<Record<CallName, AnyHandler>>;

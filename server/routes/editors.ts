import { catalogue } from '#api/contract/catalogue.ts';
import type { editorCalls } from '#api/contract/editors.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext } from '../context.ts';
import { closeEditor, keepEditor, listOtherEditors } from '../editors/editors.ts';
import { requirePermission } from '../http/gate.ts';
import type { Handlers } from '../http/handler.ts';
import { Refused } from '../refused.ts';
import { monitorHandlers } from './monitors.ts';
import { notificationHandlers } from './notifications.ts';
import { organizationHandlers } from './organizations.ts';
import { statusHandlers } from './status.ts';
import { webhookHandlers } from './webhooks.ts';
import { credentialHandlers } from './credentials.ts';
import { scriptHandlers } from './script.ts';
import { networkScanHandlers } from './network-scans.ts';
import { applicationHandlers } from './application.ts';
import { installerHandlers } from './installer.ts';
import { backupJobHandlers } from './backup-job.ts';
import { managedFolderHandlers } from './managed-folder.ts';
import { policyHandlers } from './policy.ts';
import { ticketTemplateHandlers } from './ticket-template.ts';
import { userHandlers } from './users.ts';
import { vmHostHandlers } from './vm-hosts.ts';

const done = { resultCode: 'SUCCESS' } as const;

const readers = {
  ...organizationHandlers,
  ...monitorHandlers,
  ...webhookHandlers,
  ...notificationHandlers,
  ...statusHandlers,
  ...userHandlers,
  ...ticketTemplateHandlers,
  ...backupJobHandlers,
  ...managedFolderHandlers,
  ...policyHandlers,
  ...scriptHandlers,
  ...installerHandlers,
  ...applicationHandlers,
  ...credentialHandlers,
  ...networkScanHandlers,
  ...vmHostHandlers,
};

/** The call that reads what a flow edits: whoever may make it may know who else edits that. */
const readCalls = {
  organization: 'readOrganization',
  'cloud-monitor': 'readMonitor',
  webhook: 'readWebhook',
  'notification-channel': 'readNotificationChannel',
  'status-page': 'readStatusPage',
  credential: 'readCredential',
  script: 'readScript',
  'network-scan': 'readNetworkScan',
  'vm-host': 'readVmHost',
  'backup-job': 'readBackupJob',
  'managed-folder': 'readManagedFolder',
  'install-automation': 'readInstallAutomation',
  'run-automation': 'readRunAutomation',
  policy: 'readPolicy',
  'ticket-template': 'readTicketTemplate',
  user: 'readUser',
} as const;

export const editedFlows: readonly string[] = Object.keys(readCalls);

export const editorHandlers: Handlers<keyof typeof editorCalls> = {
  keepEditor: async (context, { params }) => {
    const { db, now, actor, announce } = context;
    await requireReadable(context, params.flow, params.id);
    const open = { userId: signedIn(actor).userId, instance: params.instance, flow: params.flow, entityId: params.id };
    if (await keepEditor(db, open, now)) await announce('editor', [`${params.flow}/${params.id}`]);
    return listOtherEditors(db, open, now);
  },
  closeEditor: async ({ db, actor, announce }, { params }) => {
    const open = { userId: signedIn(actor).userId, instance: params.instance, flow: params.flow, entityId: params.id };
    if (await closeEditor(db, open)) await announce('editor', [`${params.flow}/${params.id}`]);
    return done;
  },
};

/** @throws Refused `not_found`, `forbidden` */
async function requireReadable(context: CallContext, flow: string, id: number): Promise<void> {
  const name = Object.hasOwn(readCalls, flow) ? readCalls[flow as keyof typeof readCalls] : undefined;
  if (name === undefined) throw new Refused('not_found');
  requirePermission(catalogue[name], context.actor, context.now);
  await readers[name](context, { params: { id } } as never);
}

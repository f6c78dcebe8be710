import { desc } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { catalogue } from '#api/contract/catalogue.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { backupJob } from '../database/schema/backup-job.ts';
import { credential } from '../database/schema/credentials.ts';
import { managedFolder } from '../database/schema/managed-folder.ts';
import { cloudMonitor } from '../database/schema/monitors.ts';
import { networkScan } from '../database/schema/network-scans.ts';
import { notificationChannel } from '../database/schema/notifications.ts';
import { organization } from '../database/schema/organizations.ts';
import { policy } from '../database/schema/policy.ts';
import { script } from '../database/schema/script.ts';
import { statusPage } from '../database/schema/status-pages.ts';
import { ticketTemplate } from '../database/schema/ticket-template.ts';
import { appUser } from '../database/schema/users.ts';
import { vmHost } from '../database/schema/vm-hosts.ts';
import { webhook } from '../database/schema/webhooks.ts';
import { requirePermission } from '../http/gate.ts';
import { Refused } from '../refused.ts';
import { organizationAnswer } from '../studio/screen-text.ts';
import { organizationInReply, type Judging, type ReadRecords } from '../studio/stored.ts';
import { applicationHandlers } from './application.ts';
import { backupJobHandlers } from './backup-job.ts';
import { credentialHandlers } from './credentials.ts';
import { installerHandlers } from './installer.ts';
import { managedFolderHandlers } from './managed-folder.ts';
import { monitorHandlers } from './monitors.ts';
import { networkScanHandlers } from './network-scans.ts';
import { notificationHandlers } from './notifications.ts';
import { organizationHandlers } from './organizations.ts';
import { policyHandlers } from './policy.ts';
import { scriptHandlers } from './script.ts';
import { statusHandlers } from './status.ts';
import { ticketTemplateHandlers } from './ticket-template.ts';
import { userHandlers } from './users.ts';
import { vmHostHandlers } from './vm-hosts.ts';
import { webhookHandlers } from './webhooks.ts';

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

/** The call by which each flow reads what it edits, and the column of its ids. */
const editedFlows = {
  organization: ['readOrganization', organization.id],
  'cloud-monitor': ['readMonitor', cloudMonitor.nodeId],
  webhook: ['readWebhook', webhook.id],
  'notification-channel': ['readNotificationChannel', notificationChannel.id],
  'status-page': ['readStatusPage', statusPage.id],
  credential: ['readCredential', credential.id],
  script: ['readScript', script.id],
  'network-scan': ['readNetworkScan', networkScan.id],
  'vm-host': ['readVmHost', vmHost.nodeId],
  'backup-job': ['readBackupJob', backupJob.id],
  'managed-folder': ['readManagedFolder', managedFolder.id],
  'install-automation': ['readInstallAutomation', script.id],
  'run-automation': ['readRunAutomation', script.id],
  policy: ['readPolicy', policy.id],
  'ticket-template': ['readTicketTemplate', ticketTemplate.id],
  user: ['readUser', appUser.id],
} as const satisfies Record<string, readonly [keyof typeof readers, PgColumn]>;

type EditedFlow = keyof typeof editedFlows;

export const editedFlowIds: readonly string[] = Object.keys(editedFlows);

export function isEditedFlow(flow: string): flow is EditedFlow {
  return Object.hasOwn(editedFlows, flow);
}

/** The call that reads what the flow edits. */
export function readCallOf(flow: EditedFlow): (typeof editedFlows)[EditedFlow][0] {
  return editedFlows[flow][0];
}

/** What a flow edits, as its read call replies. @throws Refused `not_found`, `forbidden` */
export async function readEdited(context: CallContext, flow: EditedFlow, id: number): Promise<unknown> {
  return readers[editedFlows[flow][0]](context, { params: { id } } as never);
}

/** Ids of everything that the flow edits, the newest first. Those that are deleted, or that another flow of the table edits, cannot be read. */
export async function idsOfEdited(db: Queries, flow: EditedFlow): Promise<number[]> {
  const [, column] = editedFlows[flow];
  const rows = await db.select({ id: column }).from(column.table).orderBy(desc(column));
  return rows.map(({ id }) => Number(id));
}

/** What a flow edits, for the gate of the Studio: it reads everything, and tells the names that the user of the call may see. */
export const readRecords: ReadRecords = async (context, flow) => {
  if (!isEditedFlow(flow)) return undefined;
  const { actor } = context;
  const own = reading(context);
  const ofAll = actor.kind === 'user' ? reading({ ...context, actor: { ...actor, sysadmin: true } }) : own;
  return {
    read: readCallOf(flow),
    ids: await idsOfEdited(context.db, flow),
    open: (id) => unlessRefused(readEdited(ofAll, flow, id)),
    async nameOf(id, record) {
      const seen = await unlessRefused(readOwn(own, flow, id));
      return seen === undefined ? '' : nameIn(record);
    },
  };
};

/** @throws Refused `not_found`, `forbidden` */
async function readOwn(context: CallContext, flow: EditedFlow, id: number): Promise<unknown> {
  requirePermission(catalogue[readCallOf(flow)], context.actor, context.now);
  return readEdited(context, flow, id);
}

/** The organization that a record is for. @throws Refused `not_found`, also in a flow whose screens have no variants; `forbidden` */
export async function organizationOfEdited(context: CallContext, flow: string, id: number): Promise<number> {
  const answer = isEditedFlow(flow) ? organizationAnswer(flow) : undefined;
  if (!isEditedFlow(flow) || answer === undefined) throw new Refused('not_found');
  const organizationId = organizationInReply(answer, await readOwn(context, flow, id));
  if (typeof organizationId !== 'number') throw new Refused('not_found');
  return organizationId;
}

async function unlessRefused(read: Promise<unknown>): Promise<unknown> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

const nameKeys = ['name', 'monitorName', 'jobName', 'title', 'displayName', 'email', 'folderPath'];

function nameIn(record: unknown): string {
  const held = record as Record<string, unknown>;
  return nameKeys.flatMap((key) => (typeof held[key] === 'string' ? [held[key]] : [])).find(Boolean) ?? '';
}

/** A read call writes nothing, so that the context of any call does for it. */
function reading(context: Judging): CallContext {
  const refuse = (): never => {
    throw new Error('a call that reads writes nothing');
  };
  return { ...(context as CallContext), audit: refuse, announce: refuse, afterCommit: refuse };
}

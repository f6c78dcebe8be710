import { and, count, eq, not } from 'drizzle-orm';
import type { deletionCalls } from '#api/contract/deletion.ts';
import { visibleNodes } from '../access/visibility.ts';
import { node } from '../database/schema/nodes.ts';
import { readDevice } from '../agents/devices.ts';
import { checkBackupData } from '../backup-data/check-backup-data.ts';
import { startErasing } from '../backup-data/start-erasing.ts';
import { deletePolicy, planPolicy } from '../deletion/delete-policy.ts';
import { deleteTicketTemplate, planTicketTemplate } from '../deletion/delete-ticket-template.ts';
import { deleteUser, planUser } from '../deletion/delete-user.ts';
import { deleteDevices, deleteOrganization, planDevices, planOrganization } from '../deletion/mark.ts';
import { listDeletions, undoDeletion } from '../deletion/undo.ts';
import type { Handlers } from '../http/handler.ts';
import { isMonitor } from '../nodes/node-types.ts';
import { readOrganization } from '../organizations/organizations.ts';

export const deletionHandlers: Handlers<keyof typeof deletionCalls> = {
  planOrganizationDeletion: (context, { params }) => planOrganization(context, params.id),
  listDeletionWarnings: async (context, { params }) => (await planOrganization(context, params.id)).warnings,
  countOrganizationDevices: async (context, { params: { id } }) => {
    await readOrganization(context, id);
    const where = and(eq(node.organizationId, id), visibleNodes(context.actor), not(isMonitor));
    const [counted] = await context.db.select({ deviceCount: count() }).from(node).where(where);
    return { deviceCount: counted?.deviceCount ?? 0 };
  },
  removeOrganization: (context, { params }) => deleteOrganization(context, params.id),
  planDeviceDeletion: (context, { body }) => planDevices(context, body.nodeIds),
  removeDevices: (context, { body }) => deleteDevices(context, body.nodeIds),
  removeDevice: async (context, { params }) => {
    const { id } = await readDevice(context.db, context.actor, params.id);
    return deleteDevices(context, [id]);
  },
  checkBackupData: (context, { query }) => checkBackupData(context, query),
  removeOrganizationWithBackupData: (context, { params }) => startErasing(context, { organizationId: params.id }),
  removeDevicesWithBackupData: (context, { body }) => startErasing(context, { nodeIds: body.nodeIds }),
  planUserDeletion: (context, { params }) => planUser(context, params.id),
  removeUser: (context, { params }) => deleteUser(context, params.id),
  planPolicyDeletion: (context, { params }) => planPolicy(context, params.id),
  removePolicy: (context, { params }) => deletePolicy(context, params.id),
  planTicketTemplateDeletion: (context, { params }) => planTicketTemplate(context, params.id),
  removeTicketTemplate: (context, { params }) => deleteTicketTemplate(context, params.id),
  listDeletions: (context) => listDeletions(context),
  undoDeletion: async (context, { params }) => ({
    resultCode: 'SUCCESS',
    name: await undoDeletion(context, params.id),
  }),
};

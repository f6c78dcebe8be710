import type { deviceListCalls } from '#api/contract/device-list.ts';
import type { Handlers } from '../http/handler.ts';
import { withMaintenance } from '../maintenance/with-maintenance.ts';
import { exportDevices } from '../nodes/export-devices.ts';
import { groupDevices } from '../nodes/group-devices.ts';
import { matchDevices, searchDevices } from '../nodes/search-devices.ts';

export const deviceListHandlers: Handlers<keyof typeof deviceListCalls> = {
  searchDevices: async (context, { query }) => {
    const { items, total } = await searchDevices(context.db, context.actor, query);
    return { items: await withMaintenance(context, items), total };
  },
  groupDevices: ({ db, actor }, { query }) => groupDevices(db, actor, query),
  matchDevices: ({ db, actor }, { query }) => matchDevices(db, actor, query),
  exportDevices: async ({ services, actor, now, audit }, { body }) => {
    const { file, devices } = await exportDevices(services.database, actor, body, now);
    const { ids, ...filter } = body;
    await audit({
      action: 'NODES_EXPORTED',
      entityType: 'NODE',
      ...(body.clientId === undefined || devices === 0 ? {} : { organizationId: body.clientId }),
      summary: `Exported ${devices} ${devices === 1 ? 'device' : 'devices'} as CSV`,
      detail: { ...filter, devices, chosen: ids !== undefined },
    });
    return file;
  },
};

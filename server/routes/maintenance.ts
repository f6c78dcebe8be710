import type { maintenanceCalls } from '#api/contract/maintenance.ts';
import { readDevice } from '../agents/devices.ts';
import type { Handlers } from '../http/handler.ts';
import { listWindows } from '../maintenance/list-windows.ts';
import { endMaintenance, setMaintenance } from '../maintenance/maintenance.ts';
import { seenMonitor } from '../monitors/read-monitors.ts';
import { rangeOf } from './range.ts';

export const maintenanceHandlers: Handlers<keyof typeof maintenanceCalls> = {
  setMaintenance: (context, { body }) => setMaintenance(context, body),
  endMaintenance: (context, { body }) => endMaintenance(context, body),
  listMaintenance: async (context, { params, query }) => {
    await seenMonitor(context.db, context.actor, params.id);
    return listWindows(context, params.id, rangeOf(query, context.now));
  },
  listDeviceMaintenance: async (context, { params, query }) => {
    await readDevice(context.db, context.actor, params.id);
    return listWindows(context, params.id, rangeOf(query, context.now));
  },
};

import type { maintenanceCalls } from '#api/contract/maintenance.ts';
import type { Handlers } from '../http/handler.ts';
import { endMaintenance, listMaintenance, setMaintenance } from '../maintenance/maintenance.ts';
import { seenMonitor } from '../monitors/read-monitors.ts';
import { rangeOf } from './range.ts';

export const maintenanceHandlers: Handlers<keyof typeof maintenanceCalls> = {
  setMaintenance: (context, { body }) => setMaintenance(context, body),
  endMaintenance: (context, { body }) => endMaintenance(context, body),
  listMaintenance: async (context, { params, query }) => {
    await seenMonitor(context.db, context.actor, params.id);
    return listMaintenance(context, params.id, rangeOf(query, context.now));
  },
};

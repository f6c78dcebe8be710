import type { discoveryCalls } from '#api/contract/discoveries.ts';
import { compareDiscoveries } from '../discovery/compare.ts';
import { exportComparison } from '../discovery/export-comparison.ts';
import { listNewDevices } from '../discovery/new-devices.ts';
import { listDiscoveries, readDiscovery } from '../discovery/read-discoveries.ts';
import type { Handlers } from '../http/handler.ts';

export const discoveryHandlers: Handlers<keyof typeof discoveryCalls> = {
  listDiscoveries: (context, { query }) => listDiscoveries(context, query),
  readDiscovery: (context, { params }) => readDiscovery(context, params.id),
  listNewDevices: (context, { params, query }) => listNewDevices(context, params.id, query),
  compareDiscoveries: (context, { params, query }) => compareDiscoveries(context, params.id, query),
  exportComparison: async (context, { params, body }) => {
    const { file, clientId, probeName } = await exportComparison(context, params.id, body);
    await context.audit({
      action: 'DISCOVERIES_EXPORTED',
      entityType: 'ORGANIZATION',
      entityId: clientId,
      organizationId: clientId,
      summary: `Exported a comparison of two discoveries from “${probeName}” as CSV`,
      detail: { run: params.id, with: body.with, ...(body.class && { class: body.class }) },
    });
    return file;
  },
};

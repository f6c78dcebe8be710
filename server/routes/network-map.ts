import type { networkMapCalls } from '#api/contract/network-map.ts';
import type { Handlers } from '../http/handler.ts';
import { exportMap } from '../topology/export-map.ts';
import { listNeighbors, readMap } from '../topology/read-map.ts';
import { refreshMap } from '../topology/refresh-map.ts';

export const networkMapHandlers: Handlers<keyof typeof networkMapCalls> = {
  readNetworkMap: ({ db, actor }, { query }) => readMap(db, actor, query),
  listDeviceNeighbors: ({ db, actor }, { params }) => listNeighbors(db, actor, params.id),
  exportNetworkMap: async ({ db, actor, now, audit }, { body }) => {
    const { file, ports } = await exportMap(db, actor, body, now);
    await audit({
      action: 'NETWORK_MAP_EXPORTED',
      entityType: 'NODE',
      organizationId: body.clientId,
      summary: `Exported ${ports} ${ports === 1 ? 'port' : 'ports'} of the network map as CSV`,
      detail: { ...body, ports },
    });
    return file;
  },
  refreshNetworkMap: async (context, { body }) => ({ resultCode: 'SUCCESS', devices: await refreshMap(context, body) }),
};

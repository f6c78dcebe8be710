import type { networkDiscoveryCalls } from '#api/contract/network-discovery.ts';
import { addDevices } from '../discovery/add-devices.ts';
import { chosenDevices } from '../discovery/chosen-devices.ts';
import { listProbes } from '../discovery/probes.ts';
import { startDiscovery } from '../discovery/start-discovery.ts';
import { summarizeDiscovery } from '../discovery/summarize-discovery.ts';
import type { Handlers } from '../http/handler.ts';

export const networkDiscoveryHandlers: Handlers<keyof typeof networkDiscoveryCalls> = {
  listNetworkProbes: (context, { query }) => listProbes(context, query),
  startNetworkDiscovery: (context, { body }) => startDiscovery(context, body),
  readDiscoverySummary: (context, { params }) => summarizeDiscovery(context, params.id),
  async checkDiscoveredDevices(context, { params, body }) {
    const { devices, place } = await chosenDevices(context, params.id, body.devices);
    return {
      devices: devices.map(({ ip, name, role }) => ({ ip, name, role: role.name })),
      clientName: place.clientName,
      locationName: place.locationName,
    };
  },
  addDiscoveredDevices: (context, { params, body }) => addDevices(context, params.id, body.devices),
};

import type { Static } from 'typebox';
import type { networkDiscoveryCalls } from '#api/contract/network-discovery.ts';
import { defineFlow } from '#engine/flow/flow.ts';
import { networkDiscoveryMachine, stepsOf } from './network-discovery.machine.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** Those of the discovery whose results are shown. */
    settings: Answers;
    /** What the selection would add. */
    plan: Partial<Static<(typeof networkDiscoveryCalls)['checkDiscoveredDevices']['reply']>>;
    networkProbe: Partial<Static<(typeof networkDiscoveryCalls)['addDiscoveredDevices']['reply']>['networkProbe']>;
  }
}

export default defineFlow({
  id: 'network-discovery',
  machine: networkDiscoveryMachine,
  steps: stepsOf,
  effects: {
    startNetworkDiscovery: {
      kind: 'job',
      whenLeft: 'cancel',
      errors: ['device_offline', 'network_scan_is_in_progress', 'number_of_network_scan_targets_exceeded'],
    },
    checkDiscoveredDevices: { errors: [] },
    addDiscoveredDevices: { errors: [] },
  },
  shows: { settings: 'kept', plan: 'kept', networkProbe: 'kept' },
});

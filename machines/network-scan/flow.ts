import { entityFlow } from '#engine/flow/entity-flow.ts';
import manifest from '#schemas/network-scan/flow.json';

const errors = ['number_of_network_scan_targets_exceeded'];

export default entityFlow({
  id: 'network-scan',
  manifest,
  calls: { read: 'readNetworkScan', add: 'addNetworkScan', save: 'saveNetworkScan' },
  errors: { addNetworkScan: errors, saveNetworkScan: errors },
  refusedField: { number_of_network_scan_targets_exceeded: '/ipTargets' },
  saved: 'networkScan',
  words: { name: '/details/name' },
});

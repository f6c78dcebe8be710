import { defineFlow } from '#engine/flow/flow.ts';
import { discoveryEffects, discoveryShows } from '../shared/discovery.ts';
import { networkDiscoveryMachine, stepsOf } from './network-discovery.machine.ts';

export default defineFlow({
  id: 'network-discovery',
  machine: networkDiscoveryMachine,
  steps: stepsOf,
  effects: discoveryEffects,
  shows: discoveryShows,
});

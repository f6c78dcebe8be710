import { defineFlow } from '#engine/flow/flow.ts';
import { discoveryEffects, discoveryShows } from '../shared/discovery.ts';
import { adHocDiscoveryMachine, stepsOf } from './ad-hoc-discovery.machine.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** Number of devices that responded. */
    found: number;
  }
}

export default defineFlow({
  id: 'ad-hoc-discovery',
  machine: adHocDiscoveryMachine,
  steps: stepsOf,
  effects: { ...discoveryEffects, readDiscoverySummary: { errors: [] } },
  shows: { ...discoveryShows, found: 'kept' },
});

import type { Static } from 'typebox';
import type { monitorCalls } from '#api/contract/monitors.ts';
import { defineFlow } from '#engine/flow/flow.ts';
import { manifest } from '#schemas/cloud-monitor-condition/manifest.ts';
import { conditionMachine } from './cloud-monitor-condition.machine.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    replay: Static<typeof monitorCalls.replayCondition.reply>;
  }
}

export default defineFlow({
  id: 'cloud-monitor-condition',
  machine: conditionMachine,
  steps: () => ['condition'],
  effects: { replayCondition: { errors: [] } },
  shows: { replay: 'transient' },
  sends: manifest.sends,
  needs: manifest.needs,
  sendsMore: false,
});

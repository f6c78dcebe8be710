import { defineFlow } from '#engine/flow/flow.ts';
import { manifest } from '#schemas/cloud-monitor-condition/manifest.ts';
import { conditionMachine } from './cloud-monitor-condition.machine.ts';

export default defineFlow({
  id: 'cloud-monitor-condition',
  machine: conditionMachine,
  steps: () => ['condition'],
  effects: { replayCondition: { errors: [] } },
  transient: ['replay'],
  sends: manifest.sends,
  needs: manifest.needs,
  sendsMore: false,
});

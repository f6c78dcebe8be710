import { defineFlow } from '#engine/flow/flow.ts';
import { cloudMonitorMachine } from './cloud-monitor.machine.ts';
import { stepsOf } from './monitor-request.ts';

export default defineFlow({
  id: 'cloud-monitor',
  machine: cloudMonitorMachine,
  steps: stepsOf,
  effects: {
    readMonitor: { errors: [] },
    testMonitor: { errors: [] },
    addMonitor: { errors: [] },
    saveMonitor: { errors: ['monitor_type_locked', 'conflict'] },
  },
  transient: ['test'],
});

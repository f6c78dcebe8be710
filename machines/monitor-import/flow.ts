import { defineFlow } from '#engine/flow/flow.ts';
import { monitorImportMachine, stepsOf } from './monitor-import.machine.ts';

export default defineFlow({
  id: 'monitor-import',
  machine: monitorImportMachine,
  steps: stepsOf,
  effects: {
    createUpload: { kind: 'upload', errors: [] },
    checkMonitorImport: { errors: ['import_in_progress', 'import_timed_out', 'upload_incomplete'] },
    readMonitorImport: { errors: [] },
    runMonitorImport: { kind: 'job', whenLeft: 'continue', errors: [] },
  },
  // Read anew from the run.
  transient: ['progress'],
});

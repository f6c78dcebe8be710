import type { Static } from 'typebox';
import type { MonitorImport } from '#api/contract/monitor-transfer.ts';
import { defineFlow } from '#engine/flow/flow.ts';
import { monitorImportMachine, stepsOf } from './monitor-import.machine.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** What the server said of the import last. */
    report: Partial<Static<typeof MonitorImport>>;
    /** The rows that were asked for. */
    page: Answers;
    uploadId: string;
  }
}

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
  shows: { report: 'kept', page: 'kept', uploadId: 'kept' },
});

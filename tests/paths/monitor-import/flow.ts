import { flowCase } from '../flow-case.ts';

const report = {
  id: 4,
  fileName: 'shops.csv',
  existing: 'UPDATE',
  state: 'checked',
  total: 3,
  toWrite: 2,
  written: 0,
  counts: { add: 1, change: 1, same: 0, skip: 0, refuse: 1 },
  rows: [
    {
      row: 4,
      name: 'Shop',
      place: 'Acme, Main office',
      does: 'refuse',
      done: false,
      refusals: [{ field: 'frequency', message: 'Must be between 30 and 86400' }],
    },
  ],
  show: 'refused',
  offset: 0,
  limit: 100,
  matching: 1,
  refusalsUrl: '/api/cloudmonitor/import/4/refusals',
};
const done = { ...report, state: 'done', written: 2 };

export default flowCase({
  replies: {
    checkMonitorImport: {
      'rows to write': report,
      'nothing to write': { ...report, toWrite: 0, counts: { add: 0, change: 0, same: 2, skip: 0, refuse: 1 } },
    },
    readMonitorImport: { 'a page of rows': report },
    runMonitorImport: { 'some are written': { ...report, state: 'running', written: 1 }, 'all are written': done },
  },
  states: {
    'editing.file': { heading: 'File', says: ['Nothing is written before'], offers: ['Check file'] },
    checking: { heading: 'Checking the file' },
    'editing.review': { heading: 'Review', says: ['refused rows are left out'], offers: ['Back'] },
    turning: { heading: 'Review' },
    importing: { heading: 'Importing', says: [' monitors are written.'] },
    interrupted: {
      heading: 'The import was interrupted',
      says: ['are written and stay.'],
      offers: ['Go on', 'Choose a file again', 'Close'],
    },
    imported: { heading: 'Import finished', offers: ['Close'] },
    turningResult: { heading: 'Import finished' },
  },
});

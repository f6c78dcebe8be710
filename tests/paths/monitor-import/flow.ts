import { theUpload } from '../dom/served-uploads.ts';
import { flowCase } from '../flow-case.ts';

const refusedRow = (row: number) => ({
  row,
  name: `Shop ${row}`,
  place: 'Acme, Main office',
  does: 'refuse',
  done: false,
  refusals: [{ field: 'frequency', message: 'Must be between 30 and 86400' }],
});

/** The first of two pages of what is refused. */
const report = {
  id: 4,
  fileName: 'shops.csv',
  existing: 'UPDATE',
  state: 'checked',
  total: 5,
  toWrite: 2,
  written: 0,
  counts: { add: 1, change: 1, same: 0, skip: 0, refuse: 3 },
  withDefaultConditions: 1,
  rows: [refusedRow(2), refusedRow(3)],
  show: 'refused',
  offset: 0,
  limit: 2,
  matching: 3,
  refusalsUrl: '/api/cloudmonitor/import/4/refusals',
};
const later = { ...report, rows: [refusedRow(5)], offset: 2 };
const all = { ...report, show: 'all', rows: [refusedRow(2), refusedRow(3)], matching: 5 };
const nothing = {
  ...report,
  total: 3,
  toWrite: 0,
  counts: { add: 0, change: 0, same: 2, skip: 0, refuse: 1 },
  withDefaultConditions: 0,
  rows: [refusedRow(4)],
  matching: 1,
};

const writing = (done: number, total: number) => ({
  stage: 'write',
  stages: ['write'],
  done,
  total,
  rate: 0,
  secondsLeft: null,
  cancelRequested: false,
});

const sent = (done: number) => ({ ...writing(done, 57), stage: 'send', stages: ['send'] });

export default flowCase({
  // The largest of the flows by its pairs: it uploads, checks, reviews by pages and runs.
  budget: { machine: 8000 },
  notIn: {
    browser: 'Each path would need a file of monitors of its own; tests/browser/import-walk.ts imports one by hand',
  },
  replies: {
    createUpload: { '': theUpload },
    checkMonitorImport: {
      'rows to write': report,
      'nothing to write': nothing,
    },
    readMonitorImport: { 'the first rows': report, 'the later rows': later, 'all rows': all },
    runMonitorImport: {
      'some refused': { add: 1, change: 0, same: 0, skip: 0, refuse: 4 },
      'none refused': { add: 1, change: 1, same: 0, skip: 3, refuse: 0 },
    },
  },
  progress: {
    createUpload: { 'half sent': sent(28), 'all sent': sent(57) },
    runMonitorImport: { queued: writing(0, 0), 'half written': writing(1, 2), 'all written': writing(2, 2) },
  },
  states: {
    'editing.file': { heading: 'File', says: ['You review every row before'], offers: ['Check file'] },
    uploading: { heading: 'Uploading the file', offers: ['Cancel'] },
    checking: { heading: 'Checking the file' },
    'editing.review': { heading: 'Review', says: ['rejected rows are skipped'], offers: ['Back'] },
    turning: { heading: 'Review' },
    importing: { heading: 'Importing', says: [' monitors are written.'] },
    interrupted: {
      heading: 'The import was interrupted',
      says: ['are written and stay.'],
      offers: ['Go on', 'Choose a file again', 'Close'],
    },
    imported: { heading: 'Import finished', offers: ['Close'] },
  },
});

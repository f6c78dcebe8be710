import { folderBody, ownCredentials } from '../../contract/folder-body.ts';
import { flowCase } from '../flow-case.ts';
import { testedReplies } from '../tested-replies.ts';

const about = { id: 7, revision: 3, createdAt: '2026-11-01T08:00:00.000Z', updatedAt: '2026-11-01T08:00:00.000Z' };
const stored = {
  ...folderBody(12, 'D:\\Backups'),
  ...about,
  folderCredentialsPasswordSet: false,
  imagePasswordSet: false,
};
const onShare = {
  ...stored,
  ...ownCredentials,
  folderPath: '\\\\nas\\backups',
  monthlyConsolidationRelative: true,
  monthlyConsolidationDay: undefined,
  relativeWeekNumber: 'LAST',
  monthlyConsolidationDayOfWeek: 'FRI',
  folderCredentialsPasswordSet: true,
  imagePasswordSet: true,
};

export default flowCase({
  // Twenty-four fields on four pages, whose sections come and go with credentials, password and month: each is walked in NEW and EDIT.
  // The walk took from 12.4 to 16.3 s of processor time, by what else ran on the machine.
  budget: { dom: 20 },
  inputs: { NEW: { given: { nodeId: 12 } }, EDIT: { mode: 'EDIT', subject: '7', given: { nodeId: 12 } } },
  replies: {
    readManagedFolder: { 'of the computer': stored, 'of a share': onShare },
    saveManagedFolder: { saved: { resultCode: 'SUCCESS', managedFolder: { ...stored, revision: 4 } } },
    testManagedFolder: testedReplies,
  },
  states: {
    loading: { heading: 'Loading the managed folder' },
    loadFailed: { heading: 'The managed folder could not be read', offers: ['Try again', 'Close'] },
    'editing.basic': {
      heading: 'Basic',
      offers: ['Next'],
      clauses: 'F07-02 F07-03 F07-04 F07-05 F07-06 F07-07 F07-08 F07-09 F07-25 F07-26 F07-27 F07-28'.split(' '),
    },
    testing: { heading: 'Testing the folder' },
    destination: {
      heading: 'The folder did not pass the test',
      offers: ['Back', 'Test again', 'Continue anyway'],
    },
    'editing.verification': {
      heading: 'Verification',
      offers: ['Next', 'Back'],
      clauses: 'F07-10 F07-26 F07-27'.split(' '),
    },
    'editing.consolidation': {
      heading: 'Consolidation',
      offers: ['Next', 'Back'],
      clauses: 'F07-11 F07-12 F07-13 F07-14 F07-26 F07-27'.split(' '),
    },
    'editing.retention': {
      heading: 'Retention',
      offers: ['Done', 'Back'],
      clauses: 'F07-15 F07-16 F07-17 F07-18 F07-26 F07-27 F07-28'.split(' '),
    },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this managed folder', offers: ['Back'] },
  },
});

import { backupBody, share } from '../../contract/backup-body.ts';
import { flowCase } from '../flow-case.ts';
import { testedReplies } from '../tested-replies.ts';

const about = {
  id: 7,
  networkPasswordSet: false,
  passwordSet: false,
  revision: 3,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
};
const onWindows = { volumes: ['C:'], localDestinationPath: 'D:\\Backups', incrementalDays: ['MON'] };
const stored = { ...backupBody(12, 'Nightly', onWindows), ...about };
const withPassword = { passwordType: 'PASSWORD', networkPasswordSet: true, passwordSet: true };
const onShare = { ...backupBody(12, 'Nightly', { ...onWindows, ...share }), ...about, ...withPassword };

export default flowCase({
  // Forty fields on three pages, whose sections come and go with the schedule and the destination: each is walked in NEW and EDIT.
  budget: { dom: 28 },
  inputs: { NEW: { given: { nodeId: 12 } }, EDIT: { mode: 'EDIT', subject: '7', given: { nodeId: 12 } } },
  replies: {
    readBackupJob: { 'to a folder': stored, 'to a share': onShare },
    saveBackupJob: { saved: { resultCode: 'SUCCESS', backupJob: { ...stored, revision: 4 } } },
    testBackupDestination: testedReplies,
  },
  states: {
    loading: { heading: 'Loading the backup job' },
    loadFailed: { heading: 'The backup job could not be read', offers: ['Try again', 'Close'] },
    'editing.basic': {
      heading: 'Basic',
      offers: ['Next'],
      clauses:
        'F06-02 F06-03 F06-04 F06-05 F06-06 F06-07 F06-08 F06-09 F06-10 F06-11 F06-12 F06-13 F06-14 F06-15 F06-16 F06-17 F06-40 F06-41 F06-42 F06-43'.split(
          ' ',
        ),
    },
    testing: { heading: 'Testing the destination' },
    destination: {
      heading: 'The destination did not pass the test',
      offers: ['Back', 'Test again', 'Continue anyway'],
    },
    'editing.schedule': {
      heading: 'Schedule',
      offers: ['Next', 'Back'],
      clauses: 'F06-18 F06-19 F06-20 F06-21 F06-22 F06-23 F06-24 F06-25 F06-42 F06-43'.split(' '),
    },
    'editing.advanced': {
      heading: 'Advanced',
      offers: ['Done', 'Back'],
      clauses: 'F06-03 F06-26 F06-27 F06-28 F06-29 F06-30 F06-42 F06-43'.split(' '),
    },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this backup job', offers: ['Back'] },
  },
});

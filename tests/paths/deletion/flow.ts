import { flowCase } from '../flow-case.ts';

const plan = {
  name: 'Acme',
  verdict: 'POSSIBLE',
  lines: [{ kind: 'devices', count: 7, names: ['db-1', 'web-1'] }],
  warnings: [{ code: 'ALERTS_OPEN', message: 'Open alerts end with it.' }],
  blockers: [],
};
const blocked = {
  ...plan,
  verdict: 'BLOCKED',
  blockers: [{ code: 'delegate_has_vm_hosts', message: 'It reads VM hosts.' }],
};
const plans = { possible: plan, blocked };
const destination = { path: '/srv/backups', files: 12, bytes: 3_400_000_000, others: 0 };
const backups = {
  deviceCount: 1,
  files: 12,
  bytes: 3_400_000_000,
  devices: [{ nodeId: 7, name: 'web-1', reason: '', destinations: [destination] }],
};
const erased = {
  resultCode: 'SUCCESS',
  deletionId: 1,
  name: 'Acme',
  undoUntil: '2026-05-01T00:15:00.000Z',
  files: 12,
  bytes: 3_400_000_000,
};
/** The devices were asked, and none has answered. */
const asked = {
  stage: 'erase',
  stages: ['erase'],
  done: 0,
  total: 1,
  rate: 0,
  secondsLeft: null,
  cancelRequested: false,
};

export default flowCase({
  inputs: {
    NEW: { subject: 'devices:7' },
    'several devices': { subject: 'devices:7,8' },
    // More than may lose their backup data at once: nobody asks about that.
    '101 devices': { subject: `devices:${Array.from({ length: 101 }, (_, index) => index + 1).join()}` },
    'an organization': { subject: '3' },
    'a user': { subject: 'user:3' },
    'a policy': { subject: 'policy:3' },
    'a ticket template': { subject: 'ticketTemplate:3' },
  },
  replies: {
    planOrganizationDeletion: plans,
    planDeviceDeletion: plans,
    planUserDeletion: plans,
    planPolicyDeletion: plans,
    planTicketTemplateDeletion: plans,
    checkBackupData: { none: { deviceCount: 0, files: 0, bytes: 0, devices: [] }, 'some image files': backups },
    removeOrganizationWithBackupData: { erased },
    removeDevicesWithBackupData: { erased },
  },
  progress: { removeOrganizationWithBackupData: { asked }, removeDevicesWithBackupData: { asked } },
  unreachable: {
    'planningDevices xstate.done.actor.plan[2]':
      'only more than 100 devices are planned without a look at their backup data: machines/deletion/deletion.machine.test.ts',
  },
  states: {
    planningOrganization: { heading: 'Looking at what goes with it' },
    planningDevices: { heading: 'Looking at what goes with it' },
    planningUser: { heading: 'Looking at what goes with it' },
    planningPolicy: { heading: 'Looking at what goes with it' },
    planningTicketTemplate: { heading: 'Looking at what goes with it' },
    planned: {
      heading: ['Delete “Acme”', 'Delete Acme'],
      says: ['undone for 15 minutes'],
      offers: ['Cancel'],
      clauses: ['F10-02', 'F10-03'],
    },
    blocked: {
      heading: ['“Acme” cannot be deleted', 'Acme cannot be deleted'],
      says: ['It reads VM hosts.'],
      offers: ['Close', 'Look again'],
      clauses: ['F10-12', 'F10-21'],
    },
    checkingBackups: { heading: 'Looking at what goes with it', clauses: ['F10-17'] },
    choosing: {
      heading: ['Delete “Acme”', 'Delete Acme'],
      says: ['Backup data stays where it is unless you choose'],
      offers: ['Cancel', 'Also delete the backup data permanently'],
      clauses: ['F10-03', 'F10-17'],
    },
    confirming: {
      heading: ['Delete “Acme” and its backup data permanently', 'Delete Acme and its backup data permanently'],
      says: ['The deletion of the backup data cannot be undone'],
      offers: ['Delete permanently', 'Back'],
      clauses: ['F10-03'],
    },
    erasingOrganization: { heading: 'Deleting “Acme” and its backup data', clauses: ['F10-16'] },
    erasingDevices: { heading: ['Deleting “Acme” and its backup data', 'Deleting Acme and its backup data'] },
    lost: { heading: 'The deletion cannot be followed', offers: ['Try again', 'Close'] },
    kept: {
      heading: ['“Acme” was not deleted', 'Acme was not deleted'],
      offers: ['Try again', 'Delete without backup data', 'Close'],
    },
    deletingOrganization: { heading: 'Deleting “Acme”' },
    deletingUser: { heading: 'Deleting “Acme”' },
    deletingPolicy: { heading: 'Deleting “Acme”' },
    deletingTicketTemplate: { heading: 'Deleting “Acme”' },
    deletingDevices: { heading: ['Deleting “Acme”', 'Deleting Acme'] },
    unsure: { heading: 'It is not known whether it was deleted', offers: ['Try again', 'Close'] },
    failed: { heading: 'Nothing was deleted', offers: ['Look again', 'Close'] },
  },
});

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

export default flowCase({
  inputs: {
    NEW: { subject: 'devices:7' },
    'several devices': { subject: 'devices:7,8' },
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
    deletingOrganization: { heading: 'Deleting “Acme”' },
    deletingUser: { heading: 'Deleting “Acme”' },
    deletingPolicy: { heading: 'Deleting “Acme”' },
    deletingTicketTemplate: { heading: 'Deleting “Acme”' },
    deletingDevices: { heading: ['Deleting “Acme”', 'Deleting Acme'] },
    unsure: { heading: 'It is not known whether it was deleted', offers: ['Try again', 'Close'] },
    failed: { heading: 'Nothing was deleted', offers: ['Look again', 'Close'] },
  },
});

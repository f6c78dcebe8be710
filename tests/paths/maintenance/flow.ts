import { flowCase } from '../flow-case.ts';

export default flowCase({
  notIn: {
    browser: 'Each path would need monitors of its own; tests/browser/maintenance.test.ts sets a window by hand',
  },
  inputs: {
    NEW: { answers: { window: { monitorIds: [7, 8] } }, params: { zone: 'Europe/Berlin' } },
    'Windows devices': {
      subject: '7,8',
      answers: { window: { subject: 'DEVICES', suppresses: 'ALL', deviceIds: [7, 8] } },
      params: { zone: 'Europe/Berlin' },
    },
    'one Linux device': {
      subject: '9',
      answers: { window: { subject: 'DEVICES', suppresses: 'NO_ANTIVIRUS', deviceIds: [9] } },
      params: { zone: 'UTC', name: 'web-1', ruleZone: 'Europe/Berlin' },
    },
    'one monitor': { subject: '7', answers: { window: { monitorIds: [7] } }, params: { zone: 'UTC', name: 'Shop' } },
  },
  replies: { setMaintenance: { '': null } },
  states: {
    'editing.window': {
      heading: 'Maintenance',
      says: ['Checks continue'],
      offers: ['Set maintenance'],
      clauses: ['F09-02'],
      answers: {
        'a start without an end': {
          startType: 'AT',
          startsAt: '2999-05-01T08:00',
          endType: 'NEVER',
          notifications: true,
          alerts: false,
          notificationChannels: true,
          timeZone: 'America/New_York',
          monitorIds: [7],
        },
      },
    },
    setting: { heading: 'Setting maintenance' },
    overriding: {
      heading: 'Override maintenance',
      says: ['would be replaced'],
      offers: ['Override maintenance', 'Back'],
      clauses: ['F09-03'],
    },
    replacing: { heading: 'Setting maintenance' },
  },
});

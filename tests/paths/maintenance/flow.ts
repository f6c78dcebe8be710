import { flowCase } from '../flow-case.ts';

export default flowCase({
  inputs: {
    NEW: { given: { timeZone: 'UTC', subject: 'MONITORS', suppresses: 'ALERTS', monitorIds: [7, 8] } },
    'Windows devices': {
      subject: '7,8',
      given: { timeZone: 'Europe/Berlin', subject: 'DEVICES', suppresses: 'ALL', deviceIds: [7, 8] },
    },
    'one Linux device': {
      subject: '9',
      given: {
        timeZone: 'UTC',
        ruleZone: 'Europe/Berlin',
        name: 'web-1',
        subject: 'DEVICES',
        suppresses: 'NO_ANTIVIRUS',
        deviceIds: [9],
      },
    },
    'one monitor': {
      subject: '7',
      given: { timeZone: 'UTC', name: 'Shop', subject: 'MONITORS', suppresses: 'ALERTS', monitorIds: [7] },
    },
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

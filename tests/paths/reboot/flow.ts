import { flowCase } from '../flow-case.ts';

export default flowCase({
  notIn: {
    browser: 'Each path would need devices of its own; tests/browser/reboot.test.ts schedules reboots by hand',
  },
  inputs: {
    NEW: { answers: { task: { deviceIds: [7, 8] } }, params: { zone: 'UTC' } },
    'one device': {
      subject: '7',
      answers: { task: { deviceIds: [7] } },
      params: { zone: 'UTC', name: 'web-1', deviceZone: 'America/New_York' },
    },
  },
  replies: { addReboot: { '': { resultCode: 'SUCCESS', id: 1, runAt: '2999-05-01T07:00:00.000Z' } } },
  states: {
    'editing.task': {
      heading: 'Schedule reboot',
      says: ['Reboots'],
      offers: ['Schedule reboot'],
      clauses: ['F13-02', 'F13-09'],
    },
    scheduling: { heading: 'Scheduling the reboot' },
  },
});

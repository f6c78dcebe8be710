import { flowCase } from '../flow-case.ts';

export default flowCase({
  inputs: {
    NEW: { given: { zone: 'UTC', deviceIds: [7, 8] } },
    'one device': {
      subject: '7',
      given: { zone: 'UTC', deviceName: 'web-1', deviceZone: 'America/New_York', deviceIds: [7] },
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

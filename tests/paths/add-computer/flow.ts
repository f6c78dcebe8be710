import { flowCase } from '../flow-case.ts';

const expiresAt = '2026-01-08T00:00:00.000Z';

export default flowCase({
  replies: {
    readEnrollment: {
      'nobody yet': { id: 1, state: 'waiting', expiresAt, uses: 1, used: 0, node: null },
      'a computer': { id: 1, state: 'used', expiresAt, uses: 1, used: 1, node: { id: 9, name: 'laptop' } },
      'too late': { id: 1, state: 'expired', expiresAt, uses: 1, used: 0, node: null },
    },
  },
  states: {
    'editing.place': { heading: 'Where it belongs', offers: ['Make command'] },
    making: { heading: 'Making the command' },
    waiting: { heading: 'Run this on the computer', offers: ['Check now', 'Another location', 'Close'] },
    stopped: { heading: 'Run this on the computer', offers: ['Check now', 'Another location', 'Close'] },
    expired: { heading: 'The command has expired', offers: ['Make a new command', 'Close'] },
    arrived: { heading: 'The computer is enrolled', says: ['laptop'], offers: ['Open the device', 'Close'] },
  },
});

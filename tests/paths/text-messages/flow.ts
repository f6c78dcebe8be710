import { flowCase } from '../flow-case.ts';

export default flowCase({
  notIn: {
    dom: 'Closing it after a code was sent asks first, and the walker of this tier does not answer',
    browser: 'Each path would need an SMS gateway; tests/browser/text-messages.test.ts has one',
  },
  replies: {
    beginTextPhone: { '': { resultCode: 'SUCCESS', ending: '78', resendSeconds: 0, validSeconds: 300 } },
    confirmTextPhone: {
      '': { resultCode: 'SUCCESS', recoveryCodes: ['2345-abcd-6789-efgh'] },
      'without recovery codes': { resultCode: 'SUCCESS', recoveryCodes: [] },
    },
  },
  refusedAt: { INCORRECT_MFA_CODE: '/code' },
  states: {
    'editing.phone': { heading: 'Your phone number', offers: ['Send code'], clauses: ['F19-04'] },
    sending: { heading: 'Your phone number' },
    'editing.code': {
      heading: 'Enter the code',
      offers: ['Confirm', 'Back'],
    },
    resending: { heading: 'Enter the code' },
    confirming: { heading: 'Enter the code' },
    enabled: {
      heading: 'Keep your recovery codes',
      says: ['They are shown only now'],
      offers: ['I have kept them'],
    },
  },
});

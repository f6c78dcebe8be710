import { flowCase } from '../flow-case.ts';

const instead = 'Follow your browser, or enter a code';

const sent = { resultCode: 'SUCCESS', ending: '67', resendSeconds: 0, validSeconds: 300 };
const byText = 'Ask for a code and enter its six digits, or enter one of your recovery codes.';

export default flowCase({
  notIn: {
    browser: 'Each path would need a session that confirmed too long ago; tests/browser opens its screens by hand',
  },
  inputs: {
    'owes a code': { params: { owed: 'MFA_REQUIRED', methods: 'TOTP' } },
    'owes a key': { params: { owed: 'MFA_REQUIRED', methods: 'U2F_TOKEN,TOTP' } },
    'owes a code by text message': { params: { owed: 'MFA_REQUIRED', methods: 'SMSOTP' } },
  },
  replies: { sendTextCode: { '': sent } },
  told: {
    'provePassword MFA_REQUIRED': 'Enter the six digits from your authenticator app',
    'provePassword MFA_REQUIRED U2F_TOKEN': instead,
    'provePassword MFA_REQUIRED SMSOTP': byText,
    'provePassword MFA_REQUIRED TOTP SMSOTP': 'Enter the six digits from your authenticator app',
    'provePassword MFA_REQUIRED U2F_TOKEN SMSOTP': instead,
  },
  refusedAt: { incorrect_password: '/password', INCORRECT_MFA_CODE: '/code', bad_u2f_input_format: '/code' },
  states: {
    'editing.password': { heading: 'Enter your password', offers: ['Confirm'] },
    verifying: { heading: 'Enter your password' },
    'editing.code': {
      heading: 'Enter your code',
      says: ['Enter the six digits from your authenticator app, or one of your recovery codes.'],
      offers: ['Confirm'],
      clauses: ['F19-01', 'F19-07'],
    },
    confirming: { heading: 'Enter your code' },
    'editing.security-key': {
      heading: 'Use your security key',
      says: [instead],
      offers: ['Use security key', 'Confirm'],
      clauses: ['F19-01', 'F19-07'],
    },
    touching: { heading: 'Use your security key' },
    'editing.text-message': {
      heading: 'Confirm by text message',
      says: [byText],
      offers: ['Confirm'],
      clauses: ['F19-04'],
    },
    sendingCode: { heading: 'Confirm by text message' },
    confirmingText: { heading: 'Confirm by text message' },
    'editing.other-way': { heading: 'Use another way', offers: ['Back'] },
    confirmingInstead: { heading: 'Use your security key' },
  },
});

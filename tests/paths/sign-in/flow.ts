import { flowCase } from '../flow-case.ts';

const instead = 'Follow your browser, or enter a code';

const sent = { resultCode: 'SUCCESS', ending: '67', resendSeconds: 0, validSeconds: 300 };
const byText = 'Ask for a code and enter its six digits, or enter one of your recovery codes.';

export default flowCase({
  replies: { sendTextCode: { '': sent } },
  told: {
    'signIn MFA_REQUIRED': 'The six digits from your authenticator app, or one of your recovery codes.',
    'signIn MFA_REQUIRED U2F_TOKEN': instead,
    'signIn MFA_REQUIRED SMSOTP': byText,
    'signIn MFA_REQUIRED TOTP SMSOTP': 'The six digits from your authenticator app, or one of your recovery codes.',
    'signIn MFA_REQUIRED U2F_TOKEN SMSOTP': instead,
  },
  refusedAt: { INCORRECT_MFA_CODE: '/code', bad_u2f_input_format: '/code' },
  states: {
    'editing.password': { heading: 'Sign in', offers: ['Sign in'] },
    'editing.code': { heading: 'Enter your code', offers: ['Confirm', 'Back'] },
    verifying: { heading: 'Sign in' },
    confirming: { heading: 'Enter your code' },
    'editing.security-key': {
      heading: 'Use your security key',
      says: [instead],
      offers: ['Use security key', 'Confirm', 'Back'],
    },
    touching: { heading: 'Use your security key' },
    'editing.text-message': {
      heading: 'Confirm by text message',
      says: [byText],
      offers: ['Confirm', 'Back'],
      clauses: ['F19-04'],
    },
    sendingCode: { heading: 'Confirm by text message' },
    confirmingText: { heading: 'Confirm by text message' },
    'editing.other-way': { heading: 'Use another way', offers: ['Back'] },
    confirmingInstead: { heading: 'Use your security key' },
  },
});

import { flowCase } from '../flow-case.ts';

const instead = 'Follow your browser, or enter a code';

export default flowCase({
  told: {
    'signIn MFA_REQUIRED': 'The six digits from your authenticator app, or one of your recovery codes.',
    'signIn MFA_REQUIRED U2F_TOKEN': instead,
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
    confirmingInstead: { heading: 'Use your security key' },
  },
});

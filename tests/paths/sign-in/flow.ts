import { flowCase } from '../flow-case.ts';

export default flowCase({
  told: { 'signIn MFA_REQUIRED': 'The six digits from your authenticator app, or one of your recovery codes.' },
  refusedAt: { INCORRECT_MFA_CODE: '/code' },
  states: {
    'editing.password': { heading: 'Sign in', offers: ['Sign in'] },
    'editing.code': { heading: 'Enter your code', offers: ['Confirm', 'Back'] },
    verifying: { heading: 'Sign in' },
    confirming: { heading: 'Enter your code' },
  },
});

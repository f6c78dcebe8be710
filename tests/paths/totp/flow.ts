import { flowCase } from '../flow-case.ts';

const alreadyEnabled = 'Remove it first if you want to set up another one.';

export default flowCase({
  notIn: {
    dom: 'Closing it with a code on the screen asks first, and the walker of this tier does not answer',
    browser: 'Each path would use up an account or a link of its own; tests/browser opens its screens by hand',
  },
  told: {
    'beginTotp totp_already_enabled': alreadyEnabled,
    'confirmTotp totp_already_enabled': alreadyEnabled,
  },
  refusedAt: { incorrect_password: '/password', INCORRECT_MFA_CODE: '/code' },
  states: {
    'editing.password': { heading: 'Confirm it is you', offers: ['Next'] },
    beginning: { heading: 'Confirm it is you' },
    'editing.code': { heading: 'Scan the code', offers: ['Confirm', 'Back'] },
    confirming: { heading: 'Scan the code' },
    alreadyEnabled: {
      heading: 'An authenticator app is set up already',
      says: [alreadyEnabled],
      offers: ['Close'],
    },
    enabled: {
      heading: 'Keep your recovery codes',
      says: ['They are shown only now'],
      offers: ['I have kept them'],
    },
  },
});

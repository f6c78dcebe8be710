import { flowCase } from '../flow-case.ts';

const linkWrong = 'It was used before, has expired, or was not copied as a whole.';

export default flowCase({
  notIn: {
    dom: 'The simulated page opens no flow without a draft that is a page of its own',
    browser: 'Each path would use up an account or a link of its own; tests/browser opens its screens by hand',
  },
  inputs: { 'NEW by the link': { params: { token: 'a-token' } } },
  told: {
    'requestPasswordReset mail_not_configured': 'No outgoing mail server is set up',
    'resetPassword activation_link_incorrect': linkWrong,
  },
  refusedAt: { password_too_weak: '/password' },
  states: {
    'editing.email': { heading: 'Reset your password', offers: ['Send link'] },
    requesting: { heading: 'Reset your password' },
    sent: { heading: 'Check your mail', says: ['If there is an account for'], offers: ['Back to sign in'] },
    noMail: { heading: 'This server sends no mail', offers: ['Back to sign in'] },
    'editing.password': { heading: 'Choose a new password', offers: ['Change password'] },
    resetting: { heading: 'Choose a new password' },
    linkWrong: { heading: 'This link does not work', says: [linkWrong], offers: ['Ask for a new link'] },
    changed: { heading: 'Password changed', says: ['Sign in with your new password.'], offers: ['Sign in'] },
  },
});

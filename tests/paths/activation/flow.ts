import { flowCase } from '../flow-case.ts';

const linkWrong = 'It was used before, has expired, or was not copied as a whole.';

export default flowCase({
  notIn: {
    dom: 'The simulated page opens no flow without a draft that is a page of its own',
    browser: 'Each path would use up an account or a link of its own; tests/browser opens its screens by hand',
  },
  inputs: { NEW: { params: { token: 'a-token' } }, 'NEW without a token': {} },
  told: { 'activate activation_link_incorrect': linkWrong },
  refusedAt: { password_too_weak: '/password' },
  states: {
    'editing.password': { heading: 'Choose a password', offers: ['Activate'] },
    activating: { heading: 'Choose a password' },
    linkWrong: { heading: 'This link does not work', says: [linkWrong], offers: ['Sign in'] },
    activated: { heading: 'Your account is active', says: ['You are signed in.'], offers: ['Open the console'] },
  },
});

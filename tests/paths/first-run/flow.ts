import { flowCase } from '../flow-case.ts';

const toldAlready = 'The first administrator was made, and this link has done its work.';

export default flowCase({
  inputs: { NEW: { params: { token: 'a-token' } }, 'NEW without a token': {} },
  told: { 'readSetup not_found': toldAlready, 'setUp not_found': toldAlready },
  refusedAt: { password_too_weak: '/password' },
  states: {
    checking: { heading: 'Checking the link', says: ['Asking the server whether it is still to be set up.'] },
    checkFailed: { heading: 'The server did not answer', offers: ['Try again'] },
    linkIncomplete: { heading: 'The link is not complete', says: ['Copy the whole link'], offers: ['Check again'] },
    alreadySetUp: { heading: 'Cairn is set up already', says: [toldAlready], offers: ['Sign in'] },
    'editing.account': { heading: 'Your account', says: ['Your company'], offers: ['Next'] },
    'editing.division': { heading: 'Your company', offers: ['Set up', 'Back'] },
    creating: { heading: 'Setting up', says: ['and your account.'] },
    linkWrong: {
      heading: 'The link is not correct',
      says: ['Your answers are kept.'],
      offers: ['Try again', 'Back to your answers'],
    },
    created: { heading: 'Welcome to Cairn', says: ['is set up and you are signed in,'], offers: ['Open the console'] },
  },
});

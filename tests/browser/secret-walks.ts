// How each state is reached of the flows that ask little but secrets: there is nothing of them to keep on the server.
import { generateSync } from 'otplib';
import { expect } from 'vitest';
import { activateByApi, endSessions, tokenIn } from './browser.ts';
import { isTold, field, press, standsAt, stepOf, type } from './form.ts';
import { enableTotp, staysAt, type Seat, type SecretWalk } from './seat.ts';

export const newPassword = 'a new horse battery';

async function fillSignIn({ page, technician }: Seat): Promise<void> {
  await standsAt(page, 'Sign in');
  await type(page, '/email', technician.email);
  await type(page, '/password', technician.password);
}

async function toCode(seat: Seat): Promise<void> {
  await fillSignIn(seat);
  await press(seat.page, 'Sign in');
  await standsAt(seat.page, 'Enter your code');
  await type(seat.page, '/code', seat.recoveryCodes[0] ?? '');
}

async function fillActivation({ page, technician }: Seat): Promise<void> {
  await standsAt(page, 'Choose a password');
  await type(page, '/password', technician.password);
  await type(page, '/confirm', technician.password);
}

async function fillChange({ page, technician }: Seat): Promise<void> {
  await standsAt(page, 'Change password');
  await type(page, '/currentPassword', technician.password);
  await type(page, '/newPassword', newPassword);
  await type(page, '/confirm', newPassword);
}

async function fillTotp({ page, technician }: Seat): Promise<void> {
  await standsAt(page, 'Confirm it is you');
  await type(page, '/password', technician.password);
}

async function toTotpCode(seat: Seat): Promise<void> {
  await fillTotp(seat);
  await press(seat.page, 'Next');
  await standsAt(seat.page, 'Scan the code');
  const secret = (await seat.page.getByRole('dialog').locator('code').innerText()).replace(/\s/g, '');
  await type(seat.page, '/code', generateSync({ secret }));
}

const sessionsElsewhere = ({ product, technician }: Seat) => endSessions(product, technician.cookie);
/** Browsers drop the cookie of a half-way sign-in once its five minutes are over. */
const halfWaySignIn = ({ desk }: Seat) => desk.context.clearCookies({ name: 'cairn_mfa' });
const theLink = ({ product, route, technician }: Seat) => activateByApi(product, tokenIn(route), technician.password);

const inConsole = ({ page }: Seat) => page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

/** The sign-in took too long: that is said, the email is there, and the way begins anew. */
async function signsInAnew(seat: Seat): Promise<void> {
  const { page, technician, recoveryCodes } = seat;
  await standsAt(page, 'Sign in');
  await stepOf(page).getByText('The sign-in took too long. Enter your password again.').waitFor();
  expect(await field(page, '/email').locator('input').inputValue()).toBe(technician.email);
  await type(page, '/password', technician.password);
  await press(page, 'Sign in');
  await standsAt(page, 'Enter your code');
  await type(page, '/code', recoveryCodes[1] ?? '');
  await press(page, 'Confirm');
  await inConsole(seat);
}

/** The link was used meanwhile: that is said, and it leads to where one signs in. */
async function isToldOfLink({ page }: Seat): Promise<void> {
  await standsAt(page, 'This link does not work');
  await press(page, 'Sign in');
  await standsAt(page, 'Sign in');
}

async function fillForgotten({ page, technician }: Seat): Promise<void> {
  await standsAt(page, 'Reset your password');
  await type(page, '/email', technician.email);
}

async function askForLink(seat: Seat): Promise<void> {
  await fillForgotten(seat);
  await press(seat.page, 'Send link');
}

async function fillNewPassword({ page }: Seat): Promise<void> {
  await standsAt(page, 'Choose a new password');
  await type(page, '/password', newPassword);
  await type(page, '/confirm', newPassword);
}

async function setNewPassword(seat: Seat): Promise<void> {
  await fillNewPassword(seat);
  await press(seat.page, 'Change password');
}

/** Answers as a server does that sends mail and knows the link. */
async function answerReset({ desk }: Seat): Promise<void> {
  await desk.context.route(/\/api\/password-reset$/, (route) => route.fulfill({ json: { resultCode: 'SUCCESS' } }));
}

const noMail = ({ page }: Seat) => standsAt(page, 'This server sends no mail');

async function leadsToSignIn({ page }: Seat, pressed: string): Promise<void> {
  await press(page, pressed);
  await standsAt(page, 'Sign in');
}

const isToldOfResetLink = ({ page }: Seat) => standsAt(page, 'This link does not work');

/** The flow is over: its page offers the next thing. */
const isOnProfile = ({ page }: Seat, next: string) =>
  page.getByRole('main').getByRole('button', { name: next }).waitFor();

/** By flow. */
export const secretWalks: Record<string, SecretWalk> = {
  'sign-in': {
    route: '/sign-in',
    signedIn: false,
    states: {
      'editing.password': {
        walk: fillSignIn,
        reload: 'editing.password',
        second: 'editing.password',
        end: sessionsElsewhere,
        async after(seat) {
          await press(seat.page, 'Sign in');
          await inConsole(seat);
        },
      },
      verifying: {
        holds: 'signIn',
        async walk(seat) {
          await fillSignIn(seat);
          await press(seat.page, 'Sign in');
        },
        reload: 'editing.password',
        second: 'editing.password',
        end: sessionsElsewhere,
        after: inConsole,
      },
      'editing.code': {
        needs: 'totp',
        walk: toCode,
        reload: 'editing.code',
        second: 'editing.password',
        end: halfWaySignIn,
        async after(seat) {
          await press(seat.page, 'Confirm');
          await signsInAnew(seat);
        },
      },
      confirming: {
        needs: 'totp',
        holds: 'confirmSignIn',
        async walk(seat) {
          await toCode(seat);
          await press(seat.page, 'Confirm');
        },
        reload: 'editing.code',
        second: 'editing.password',
        end: halfWaySignIn,
        after: signsInAnew,
      },
    },
  },
  activation: {
    route: '/activate',
    signedIn: false,
    states: {
      'editing.password': {
        needs: 'invited',
        walk: fillActivation,
        reload: 'editing.password',
        second: 'editing.password',
        end: theLink,
        async after(seat) {
          await press(seat.page, 'Activate');
          await isToldOfLink(seat);
        },
      },
      activating: {
        needs: 'invited',
        holds: 'activate',
        async walk(seat) {
          await fillActivation(seat);
          await press(seat.page, 'Activate');
        },
        reload: 'editing.password',
        second: 'editing.password',
        end: theLink,
        after: isToldOfLink,
      },
      // An address without a token.
      linkWrong: {
        needs: 'noToken',
        walk: ({ page }) => standsAt(page, 'This link does not work'),
        reload: 'linkWrong',
        second: 'linkWrong',
        end: sessionsElsewhere,
        after: isToldOfLink,
      },
      activated: {
        needs: 'invited',
        async walk(seat) {
          await fillActivation(seat);
          await press(seat.page, 'Activate');
          await standsAt(seat.page, 'Your account is active');
        },
        // The link is used up; the page that it opens cannot know.
        ...staysAt('editing.password'),
        async after(seat) {
          await press(seat.page, 'Open the console');
          await fillSignIn(seat);
          await press(seat.page, 'Sign in');
          await inConsole(seat);
        },
      },
    },
  },
  'forgotten-password': {
    route: '/forgotten-password',
    signedIn: false,
    states: {
      'editing.email': {
        walk: fillForgotten,
        reload: 'editing.email',
        second: 'editing.email',
        end: sessionsElsewhere,
        async after(seat) {
          await press(seat.page, 'Send link');
          await noMail(seat);
        },
      },
      requesting: {
        holds: 'requestPasswordReset',
        walk: askForLink,
        reload: 'editing.email',
        second: 'editing.email',
        end: sessionsElsewhere,
        after: noMail,
      },
      sent: {
        async walk(seat) {
          await answerReset(seat);
          await askForLink(seat);
          await standsAt(seat.page, 'Check your mail');
        },
        reload: 'editing.email',
        second: 'editing.email',
        end: sessionsElsewhere,
        after: (seat) => leadsToSignIn(seat, 'Back to sign in'),
      },
      noMail: {
        async walk(seat) {
          await askForLink(seat);
          await noMail(seat);
        },
        reload: 'editing.email',
        second: 'editing.email',
        end: sessionsElsewhere,
        after: (seat) => leadsToSignIn(seat, 'Back to sign in'),
      },
      'editing.password': {
        needs: 'wrongLink',
        walk: fillNewPassword,
        reload: 'editing.password',
        second: 'editing.password',
        end: sessionsElsewhere,
        async after(seat) {
          await press(seat.page, 'Change password');
          await isToldOfResetLink(seat);
        },
      },
      resetting: {
        needs: 'wrongLink',
        holds: 'resetPassword',
        walk: setNewPassword,
        reload: 'editing.password',
        second: 'editing.password',
        end: sessionsElsewhere,
        after: isToldOfResetLink,
      },
      linkWrong: {
        needs: 'wrongLink',
        async walk(seat) {
          await setNewPassword(seat);
          await isToldOfResetLink(seat);
        },
        reload: 'editing.password',
        second: 'editing.password',
        end: sessionsElsewhere,
        async after({ page }) {
          await press(page, 'Ask for a new link');
          await standsAt(page, 'Reset your password');
        },
      },
      changed: {
        needs: 'wrongLink',
        async walk(seat) {
          await answerReset(seat);
          await setNewPassword(seat);
          await standsAt(seat.page, 'Password changed');
        },
        reload: 'editing.password',
        second: 'editing.password',
        end: sessionsElsewhere,
        after: (seat) => leadsToSignIn(seat, 'Sign in'),
      },
    },
  },
  password: {
    route: '/profile',
    opener: 'Change password',
    signedIn: true,
    watched: true,
    states: {
      'editing.change': {
        walk: fillChange,
        ...staysAt('editing.change'),
        async after(seat) {
          await press(seat.page, 'Change password');
          await isTold(seat.page, 'Password changed');
        },
      },
      changing: {
        holds: 'changePassword',
        async walk(seat) {
          await fillChange(seat);
          await press(seat.page, 'Change password');
        },
        ...staysAt('editing.change'),
        after: ({ page }) => isTold(page, 'Password changed'),
      },
    },
  },
  totp: {
    route: '/profile',
    opener: 'Set up',
    signedIn: true,
    watched: true,
    next: 'Remove authenticator app',
    states: {
      'editing.password': {
        walk: fillTotp,
        ...staysAt('editing.password'),
        async after(seat) {
          await press(seat.page, 'Next');
          await standsAt(seat.page, 'Scan the code');
        },
      },
      beginning: {
        holds: 'beginTotp',
        async walk(seat) {
          await fillTotp(seat);
          await press(seat.page, 'Next');
        },
        ...staysAt('editing.password'),
        after: ({ page }) => standsAt(page, 'Scan the code'),
      },
      'editing.code': {
        walk: toTotpCode,
        ...staysAt('editing.password'),
        async after(seat) {
          await press(seat.page, 'Confirm');
          await standsAt(seat.page, 'Keep your recovery codes');
        },
      },
      confirming: {
        holds: 'confirmTotp',
        async walk(seat) {
          await toTotpCode(seat);
          await press(seat.page, 'Confirm');
        },
        ...staysAt('editing.password'),
        after: ({ page }) => standsAt(page, 'Keep your recovery codes'),
      },
      alreadyEnabled: {
        async walk(seat) {
          await fillTotp(seat);
          seat.recoveryCodes = await enableTotp(seat.product, seat.technician);
          await press(seat.page, 'Next');
          await standsAt(seat.page, 'An authenticator app is set up already');
        },
        ...staysAt(undefined),
        async after(seat) {
          await press(seat.page, 'Close');
          await isOnProfile(seat, 'Remove authenticator app');
        },
      },
      enabled: {
        async walk(seat) {
          await toTotpCode(seat);
          await press(seat.page, 'Confirm');
          await standsAt(seat.page, 'Keep your recovery codes');
          // The codes come with a part of the page of its own, a moment after the heading.
          const codes = stepOf(seat.page).getByRole('listitem');
          await codes.first().waitFor();
          seat.recoveryCodes = await codes.allInnerTexts();
        },
        ...staysAt(undefined),
        async after(seat) {
          await press(seat.page, 'I have kept them');
          await isOnProfile(seat, 'Remove authenticator app');
        },
      },
    },
  },
};

import { press, standsAt, type } from './form.ts';
import type { Seat, SecretWalk } from './seat.ts';
import { newPassword, sessionsElsewhere } from './secret-acts.ts';

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

/** By flow. */
export const forgottenWalks: Record<string, SecretWalk> = {
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
};

import { expect } from 'vitest';
import { field, press, standsAt, stepOf, type } from './form.ts';
import type { Seat, SecretWalk } from './seat.ts';
import { fillSignIn, sessionsElsewhere, inConsole } from './secret-acts.ts';

async function toCode(seat: Seat): Promise<void> {
  await fillSignIn(seat);
  await press(seat.page, 'Sign in');
  await standsAt(seat.page, 'Enter your code');
  await type(seat.page, '/code', seat.recoveryCodes[0] ?? '');
}

/** Browsers drop the cookie of a half-way sign-in once its five minutes are over. */
const halfWaySignIn = ({ desk }: Seat) => desk.context.clearCookies({ name: 'cairn_mfa' });

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

/** By flow. */
export const signInWalks: Record<string, SecretWalk> = {
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
};

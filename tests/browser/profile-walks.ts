import { generateSync } from 'otplib';
import { isTold, press, standsAt, stepOf, type } from './form.ts';
import { enableTotp, staysAt, type Seat, type SecretWalk } from './seat.ts';
import { newPassword } from './secret-acts.ts';

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

/** The flow is over: its page offers the next thing. */
const isOnProfile = ({ page }: Seat, next: string) =>
  page.getByRole('main').getByRole('button', { name: next }).waitFor();

/** By flow. */
export const profileWalks: Record<string, SecretWalk> = {
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

// How each state is reached of the flows that ask little but secrets: there is nothing of them to keep on the server.
import { generateSync } from 'otplib';
import type { BrowserContext, Page } from 'playwright-core';
import type { CallName } from '#api/contract/catalogue.ts';
import { callByApi } from '../product/person.ts';
import type { Product } from '../product/product.ts';
import { inviteTechnician, newTechnician, tokenIn, type Technician } from './browser.ts';
import { press, standsAt, type } from './form.ts';

export const newPassword = 'a new horse battery';

/** Somebody who is about to begin, with what the state needs. */
export interface Seat {
  product: Product;
  context: BrowserContext;
  page: Page;
  technician: Technician;
  recoveryCodes: readonly string[];
  /** Where the flow is opened. */
  route: string;
}

export interface SecretWay {
  /** What has to be so before: `totp` for an account with a second factor, `invited` for one without a password. */
  needs?: 'totp' | 'invited' | 'noToken';
  walk(seat: Seat): Promise<void>;
  holds?: CallName;
  /** Where a reload leads: the state, or `undefined` where the flow is over and closed. */
  reload: string | undefined;
  /** Where the flow stands in a browser that has not seen it. */
  second: string | undefined;
}

export interface SecretWalk {
  /** The page that has the flow, and the button that opens it there; flows with an own address have none. */
  route: string;
  opener?: string;
  signedIn: boolean;
  states: Record<string, SecretWay>;
}

/** Turns the second factor on by the API; answers the recovery codes. */
export async function enableTotp(product: Product, { cookie, password }: Technician): Promise<string[]> {
  const begun = await callByApi(product, cookie, 'POST', '/profile/totp', { password });
  const code = generateSync({ secret: String(begun['secret']) });
  const done = await callByApi(product, cookie, 'PUT', '/profile/totp', { code });
  return done['recoveryCodes'] as string[];
}

export async function seatFor(
  product: Product,
  admin: string,
  { needs }: SecretWay,
  { route }: SecretWalk,
): Promise<{ technician: Technician; recoveryCodes: readonly string[]; route: string }> {
  if (needs === 'invited') {
    const { user, link } = await inviteTechnician(product, admin);
    const technician = { ...user, password: 'correct horse battery', cookie: '' };
    return { technician, recoveryCodes: [], route: `${route}?token=${encodeURIComponent(tokenIn(link))}` };
  }
  const technician = await newTechnician(product, admin);
  return { technician, recoveryCodes: needs === 'totp' ? await enableTotp(product, technician) : [], route };
}

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

/** By flow. */
export const secretWalks: Record<string, SecretWalk> = {
  'sign-in': {
    route: '/sign-in',
    signedIn: false,
    states: {
      'editing.password': { walk: fillSignIn, reload: 'editing.password', second: 'editing.password' },
      verifying: {
        holds: 'signIn',
        async walk(seat) {
          await fillSignIn(seat);
          await press(seat.page, 'Sign in');
        },
        reload: 'editing.password',
        second: 'editing.password',
      },
      'editing.code': { needs: 'totp', walk: toCode, reload: 'editing.code', second: 'editing.password' },
      confirming: {
        needs: 'totp',
        holds: 'confirmSignIn',
        async walk(seat) {
          await toCode(seat);
          await press(seat.page, 'Confirm');
        },
        reload: 'editing.code',
        second: 'editing.password',
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
      },
      // An address without a token.
      linkWrong: {
        needs: 'noToken',
        walk: ({ page }) => standsAt(page, 'This link does not work'),
        reload: 'linkWrong',
        second: 'linkWrong',
      },
      activated: {
        needs: 'invited',
        async walk(seat) {
          await fillActivation(seat);
          await press(seat.page, 'Activate');
          await standsAt(seat.page, 'Your account is active');
        },
        reload: 'editing.password',
        second: 'editing.password',
      },
    },
  },
  password: {
    route: '/profile',
    opener: 'Change password',
    signedIn: true,
    states: {
      'editing.change': { walk: fillChange, reload: 'editing.change', second: 'editing.change' },
      changing: {
        holds: 'changePassword',
        async walk(seat) {
          await fillChange(seat);
          await press(seat.page, 'Change password');
        },
        reload: 'editing.change',
        second: 'editing.change',
      },
      changed: {
        async walk(seat) {
          await fillChange(seat);
          await press(seat.page, 'Change password');
          await standsAt(seat.page, 'Password changed');
        },
        reload: 'editing.change',
        second: 'editing.change',
      },
    },
  },
  totp: {
    route: '/profile',
    opener: 'Set up',
    signedIn: true,
    states: {
      'editing.password': { walk: fillTotp, reload: 'editing.password', second: 'editing.password' },
      beginning: {
        holds: 'beginTotp',
        async walk(seat) {
          await fillTotp(seat);
          await press(seat.page, 'Next');
        },
        reload: 'editing.password',
        second: 'editing.password',
      },
      'editing.code': { walk: toTotpCode, reload: 'editing.password', second: 'editing.password' },
      confirming: {
        holds: 'confirmTotp',
        async walk(seat) {
          await toTotpCode(seat);
          await press(seat.page, 'Confirm');
        },
        reload: 'editing.password',
        second: 'editing.password',
      },
      alreadyEnabled: {
        async walk(seat) {
          await fillTotp(seat);
          await enableTotp(seat.product, seat.technician);
          await press(seat.page, 'Next');
          await standsAt(seat.page, 'An authenticator app is set up already');
        },
        reload: undefined,
        second: undefined,
      },
      enabled: {
        async walk(seat) {
          await toTotpCode(seat);
          await press(seat.page, 'Confirm');
          await standsAt(seat.page, 'Keep your recovery codes');
        },
        reload: undefined,
        second: undefined,
      },
    },
  },
};

// How each state is reached of the flows that ask little but secrets: there is nothing of them to keep on the server.
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { CallName } from '#api/contract/catalogue.ts';
import { callByApi } from '../product/person.ts';
import type { Product } from '../product/product.ts';
import {
  activateByApi,
  endSessions,
  inviteTechnician,
  newTechnician,
  sessionOf,
  tokenIn,
  type Technician,
} from './browser.ts';
import type { Desk } from './desks.ts';
import { field, press, standsAt, stepOf, type } from './form.ts';

export const newPassword = 'a new horse battery';

/** Somebody who is about to begin, with what the state needs. */
export interface Seat {
  product: Product;
  desk: Desk;
  page: Page;
  technician: Technician;
  recoveryCodes: readonly string[];
  /** Where the flow is opened. */
  route: string;
  /** Of the thing that is added or edited, where there is one. */
  name: string;
}

export interface SecretWay {
  /** What has to be so before: `totp` for an account with a second factor, `invited` for one without a password. */
  needs?: 'totp' | 'invited' | 'noToken' | 'webhook';
  /** It changes what is there, so the flow is opened where that stands. */
  edits?: true;
  walk(seat: Seat): Promise<void>;
  holds?: CallName;
  refuses?: CallName;
  /** A draft is there to be gone on with once the flow is opened again. */
  offered?: true;
  /** Where a reload leads: the state, or `undefined` where the flow is over and closed. */
  reload: string | undefined;
  /** Where the flow stands in a browser that has not seen it. */
  second: string | undefined;
  /** What the person's way hangs on ends meanwhile: the session, the half-way sign-in, the link. */
  end(seat: Seat): Promise<unknown>;
  /**
   * What the person does then, and where it leads. An effect that was under way was let go before, and whoever had a
   * session has signed in again in place.
   */
  after(seat: Seat): Promise<unknown>;
}

export interface SecretWalk {
  /** The page that has the flow, and the button that opens it there; flows with an own address have none. */
  route: string;
  opener?: string;
  /** Opens it for what the seat's name says. */
  edit?(seat: Seat): Promise<void>;
  signedIn: boolean;
  /** Its page hears by itself that the session has ended. */
  watched?: true;
  /** What the page offers once the flow is over. */
  next?: string;
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
): Promise<Pick<Seat, 'technician' | 'recoveryCodes' | 'route' | 'name'>> {
  if (needs === 'invited') {
    const { user, link } = await inviteTechnician(product, admin);
    const technician = { ...user, password: 'correct horse battery', cookie: '' };
    return { technician, recoveryCodes: [], name: '', route: `${route}?token=${encodeURIComponent(tokenIn(link))}` };
  }
  const technician = await newTechnician(product, admin);
  const name = `Thing of ${technician.id}`;
  if (needs === 'webhook') {
    const body = { name, url: 'http://127.0.0.1:9/hook', events: ['user.changed'], enabled: false };
    await callByApi(product, admin, 'POST', '/webhook', body);
  }
  return { technician, recoveryCodes: needs === 'totp' ? await enableTotp(product, technician) : [], route, name };
}

/** Opens the flow on its page, where it has no address of its own. */
export async function openSecretFlow(seat: Seat, { opener, edit }: SecretWalk, { edits }: SecretWay): Promise<void> {
  if (edits) await edit?.(seat);
  else if (opener !== undefined)
    await seat.page.getByRole('main').getByRole('button', { name: opener }).first().click();
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

export const everySession = async ({ product, desk }: Seat) => endSessions(product, await sessionOf(desk.context));
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
        reload: 'editing.password',
        second: 'editing.password',
        end: everySession,
        async after(seat) {
          await press(seat.page, 'Open the console');
          await fillSignIn(seat);
          await press(seat.page, 'Sign in');
          await inConsole(seat);
        },
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
        reload: 'editing.change',
        second: 'editing.change',
        end: everySession,
        async after(seat) {
          await press(seat.page, 'Change password');
          await standsAt(seat.page, 'Password changed');
        },
      },
      changing: {
        holds: 'changePassword',
        async walk(seat) {
          await fillChange(seat);
          await press(seat.page, 'Change password');
        },
        reload: 'editing.change',
        second: 'editing.change',
        end: everySession,
        after: ({ page }) => standsAt(page, 'Password changed'),
      },
      changed: {
        async walk(seat) {
          await fillChange(seat);
          await press(seat.page, 'Change password');
          await standsAt(seat.page, 'Password changed');
          seat.technician.password = newPassword;
        },
        reload: 'editing.change',
        second: 'editing.change',
        end: everySession,
        async after(seat) {
          await press(seat.page, 'Close');
          await isOnProfile(seat, 'Change password');
        },
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
        reload: 'editing.password',
        second: 'editing.password',
        end: everySession,
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
        reload: 'editing.password',
        second: 'editing.password',
        end: everySession,
        after: ({ page }) => standsAt(page, 'Scan the code'),
      },
      'editing.code': {
        walk: toTotpCode,
        reload: 'editing.password',
        second: 'editing.password',
        end: everySession,
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
        reload: 'editing.password',
        second: 'editing.password',
        end: everySession,
        after: ({ page }) => standsAt(page, 'Keep your recovery codes'),
      },
      alreadyEnabled: {
        async walk(seat) {
          await fillTotp(seat);
          seat.recoveryCodes = await enableTotp(seat.product, seat.technician);
          await press(seat.page, 'Next');
          await standsAt(seat.page, 'An authenticator app is set up already');
        },
        reload: undefined,
        second: undefined,
        end: everySession,
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
          seat.recoveryCodes = await stepOf(seat.page).getByRole('listitem').allInnerTexts();
        },
        reload: undefined,
        second: undefined,
        end: everySession,
        async after(seat) {
          await press(seat.page, 'I have kept them');
          await isOnProfile(seat, 'Remove authenticator app');
        },
      },
    },
  },
};

import { activateByApi, tokenIn } from './browser.ts';
import { press, standsAt, type } from './form.ts';
import { staysAt, type Seat, type SecretWalk } from './seat.ts';
import { fillSignIn, sessionsElsewhere, inConsole } from './secret-acts.ts';

async function fillActivation({ page, technician }: Seat): Promise<void> {
  await standsAt(page, 'Choose a password');
  await type(page, '/password', technician.password);
  await type(page, '/confirm', technician.password);
}

const theLink = ({ product, route, technician }: Seat) => activateByApi(product, tokenIn(route), technician.password);

/** The link was used meanwhile: that is said, and it leads to where one signs in. */
async function isToldOfLink({ page }: Seat): Promise<void> {
  await standsAt(page, 'This link does not work');
  await press(page, 'Sign in');
  await standsAt(page, 'Sign in');
}

/** By flow. */
export const activationWalks: Record<string, SecretWalk> = {
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
};

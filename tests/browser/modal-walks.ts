// How each state is reached of the flows that stand in a modal and keep their draft on the server: opened again, they offer it.
import { signInAgain } from './browser.ts';
import { choose, field, press, standsAt, type } from './form.ts';
import { monitored } from './console-walks.ts';
import type { Seat, SecretWalk, SecretWay } from './seat.ts';
import { everySession } from './secret-walks.ts';

type Way = SecretWay & { end: typeof everySession };

/** The next call is refused, and the person signs in again in place. */
async function signInFor({ page, technician }: Seat, pressed: string): Promise<void> {
  await press(page, pressed);
  await signInAgain(page, technician);
}

const inMain = ({ page }: Seat, button: string) => page.getByRole('main').getByRole('button', { name: button }).first();

async function fillWebhook({ page, name }: Seat): Promise<void> {
  await standsAt(page, 'Webhook');
  await type(page, '/name', name);
  await type(page, '/url', 'http://127.0.0.1:9/hook');
}

async function saveWebhook(seat: Seat): Promise<void> {
  await fillWebhook(seat);
  await press(seat.page, 'Save');
}

async function changeWebhook({ page }: Seat): Promise<void> {
  await standsAt(page, 'Webhook');
  await type(page, '/url', 'http://127.0.0.1:9/another');
  await press(page, 'Save');
}

async function closes(seat: Seat): Promise<void> {
  await signInFor(seat, 'Close');
  await inMain(seat, 'Add webhook').waitFor();
}

const change: Pick<Way, 'needs' | 'edits' | 'end'> = { needs: 'webhook', edits: true, end: everySession };

const webhook: SecretWalk = {
  route: '/administration/general/settings',
  opener: 'Add webhook',
  async edit({ page, name }) {
    await page.getByRole('button', { name: `More actions for “${name}”` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  },
  signedIn: true,
  next: 'Add webhook',
  states: {
    loading: {
      ...change,
      holds: 'readWebhook',
      walk: () => Promise.resolve(),
      reload: 'editing.details',
      second: 'editing.details',
      after: ({ page }) => standsAt(page, 'Webhook'),
    },
    loadFailed: {
      ...change,
      refuses: 'readWebhook',
      walk: ({ page }) => standsAt(page, 'The webhook could not be read'),
      reload: 'loadFailed',
      second: 'editing.details',
      async after(seat) {
        await signInFor(seat, 'Try again');
        await standsAt(seat.page, 'Webhook');
      },
    },
    'editing.details': {
      walk: fillWebhook,
      offered: true,
      reload: 'editing.details',
      second: 'editing.details',
      end: everySession,
      async after(seat) {
        await signInFor(seat, 'Save');
        await standsAt(seat.page, 'Webhook added');
      },
    },
    adding: {
      holds: 'addWebhook',
      walk: saveWebhook,
      offered: true,
      reload: 'added',
      second: 'added',
      end: everySession,
      after: ({ page }) => standsAt(page, 'Webhook added'),
    },
    saving: {
      ...change,
      holds: 'saveWebhook',
      walk: changeWebhook,
      offered: true,
      reload: 'saved',
      second: 'saved',
      after: ({ page }) => standsAt(page, 'Saved'),
    },
    added: {
      async walk(seat) {
        await saveWebhook(seat);
        await standsAt(seat.page, 'Webhook added');
      },
      reload: undefined,
      second: undefined,
      end: everySession,
      after: closes,
    },
    saved: {
      ...change,
      async walk(seat) {
        await changeWebhook(seat);
        await standsAt(seat.page, 'Saved');
      },
      reload: undefined,
      second: undefined,
      after: closes,
    },
  },
};

async function fillPlace({ page }: Seat): Promise<void> {
  await standsAt(page, 'Where it belongs');
  await choose(page, '/clientId', monitored);
  await choose(page, '/locationId', 'Main office');
  await field(page, '/locationId').locator('input').first().waitFor();
}

async function makeCommand(seat: Seat): Promise<void> {
  await fillPlace(seat);
  await press(seat.page, 'Make command');
}

/** Answers the question whether the computer came in as the server would. */
async function answerLooking(seat: Seat, state: 'used' | 'expired'): Promise<void> {
  await seat.desk.context.route(/\/api\/device\/enrollment\/\d+$/, (route) =>
    route.fulfill({ json: { id: 1, state, expiresAt: '2026-01-01T00:00:00.000Z', node: { id: 1, name: 'laptop' } } }),
  );
  await makeCommand(seat);
  await standsAt(seat.page, 'Run this on the computer');
  await press(seat.page, 'Check now');
}

const addComputer: SecretWalk = {
  route: '/deviceSearch',
  opener: 'Add computer',
  signedIn: true,
  next: 'Add computer',
  states: {
    'editing.place': {
      walk: fillPlace,
      offered: true,
      reload: 'editing.place',
      second: 'editing.place',
      end: everySession,
      async after(seat) {
        await signInFor(seat, 'Make command');
        await standsAt(seat.page, 'Run this on the computer');
      },
    },
    making: {
      holds: 'addEnrollment',
      walk: makeCommand,
      offered: true,
      reload: 'waiting',
      second: 'waiting',
      end: everySession,
      after: ({ page }) => standsAt(page, 'Run this on the computer'),
    },
    // The command holds a token that is told once: another one is made.
    waiting: {
      async walk(seat) {
        await makeCommand(seat);
        await standsAt(seat.page, 'Run this on the computer');
      },
      offered: true,
      reload: 'editing.place',
      second: 'editing.place',
      end: everySession,
      async after(seat) {
        await signInFor(seat, 'Check now');
        await standsAt(seat.page, 'Run this on the computer');
      },
    },
    looking: {
      holds: 'readEnrollment',
      async walk(seat) {
        await makeCommand(seat);
        await standsAt(seat.page, 'Run this on the computer');
        await press(seat.page, 'Check now');
      },
      offered: true,
      reload: 'editing.place',
      second: 'editing.place',
      end: everySession,
      after: ({ page }) => standsAt(page, 'Run this on the computer'),
    },
    expired: {
      walk: (seat) => answerLooking(seat, 'expired'),
      offered: true,
      reload: 'expired',
      second: 'expired',
      end: everySession,
      async after(seat) {
        await signInFor(seat, 'Make a new command');
        await standsAt(seat.page, 'Run this on the computer');
      },
    },
    arrived: {
      walk: (seat) => answerLooking(seat, 'used'),
      reload: undefined,
      second: undefined,
      end: everySession,
      async after(seat) {
        await press(seat.page, 'Close');
        await inMain(seat, 'Add computer').waitFor();
        await seat.page.reload();
        await standsAt(seat.page, 'Sign in');
      },
    },
  },
};

/** By flow. */
export const modalWalks: Record<string, SecretWalk> = { webhook, 'add-computer': addComputer };

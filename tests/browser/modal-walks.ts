// How each state is reached of the flows that stand in a modal and keep their draft on the server: opened again, they offer it.
import type { Page } from 'playwright-core';
import { choose, field, pick, press, standsAt, type } from './form.ts';
import { monitored } from './console-walks.ts';
import { monitorImport } from './import-walk.ts';
import { signInFor, type Seat, type SecretWalk, type SecretWay } from './seat.ts';
import { everySession } from './secret-walks.ts';
import { statusPage } from './status-page-walk.ts';

type Way = SecretWay & { end: typeof everySession };

const inMain = ({ page }: Seat, button: string) => page.getByRole('main').getByRole('button', { name: button }).first();

/** A flow of one form that adds something that is sent to by a signed request. */
interface Receiver {
  needs: NonNullable<Way['needs']>;
  route: string;
  opener: string;
  /** Of its form, of what is said when it was added, and when it could not be read. */
  headings: { form: string; added: string; unread: string };
  calls: Record<'read' | 'add' | 'save', NonNullable<SecretWay['holds']>>;
  /** Answers that come before its name. */
  begin?(page: Page): Promise<void>;
}

function receiverWalk({ needs, route, opener, headings, calls, begin }: Receiver): SecretWalk {
  async function fill({ page, name }: Seat): Promise<void> {
    await standsAt(page, headings.form);
    await begin?.(page);
    await type(page, '/name', name);
    await type(page, '/url', 'http://127.0.0.1:9/hook');
  }
  async function save(seat: Seat): Promise<void> {
    await fill(seat);
    await press(seat.page, 'Save');
  }
  async function changeIt({ page }: Seat): Promise<void> {
    await standsAt(page, headings.form);
    await type(page, '/url', 'http://127.0.0.1:9/another');
    await press(page, 'Save');
  }
  async function closes(seat: Seat): Promise<void> {
    await signInFor(seat, 'Close');
    await inMain(seat, opener).waitFor();
  }
  const change: Pick<Way, 'needs' | 'edits' | 'end'> = { needs, edits: true, end: everySession };
  return {
    route,
    opener,
    async edit({ page, name }) {
      await page.getByRole('button', { name: `More actions for “${name}”` }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
    },
    signedIn: true,
    next: opener,
    states: {
      loading: {
        ...change,
        holds: calls.read,
        walk: () => Promise.resolve(),
        reload: 'editing.details',
        second: 'editing.details',
        after: ({ page }) => standsAt(page, headings.form),
      },
      loadFailed: {
        ...change,
        refuses: calls.read,
        walk: ({ page }) => standsAt(page, headings.unread),
        reload: 'loadFailed',
        second: 'editing.details',
        async after(seat) {
          await signInFor(seat, 'Try again');
          await standsAt(seat.page, headings.form);
        },
      },
      'editing.details': {
        walk: fill,
        offered: true,
        reload: 'editing.details',
        second: 'editing.details',
        end: everySession,
        async after(seat) {
          await signInFor(seat, 'Save');
          await standsAt(seat.page, headings.added);
        },
      },
      adding: {
        holds: calls.add,
        walk: save,
        offered: true,
        reload: 'added',
        second: 'added',
        end: everySession,
        after: ({ page }) => standsAt(page, headings.added),
      },
      saving: {
        ...change,
        holds: calls.save,
        walk: changeIt,
        offered: true,
        reload: 'saved',
        second: 'saved',
        after: ({ page }) => standsAt(page, 'Saved'),
      },
      added: {
        async walk(seat) {
          await save(seat);
          await standsAt(seat.page, headings.added);
        },
        reload: undefined,
        second: undefined,
        end: everySession,
        after: closes,
      },
      saved: {
        ...change,
        async walk(seat) {
          await changeIt(seat);
          await standsAt(seat.page, 'Saved');
        },
        reload: undefined,
        second: undefined,
        after: closes,
      },
    },
  };
}

const webhook = receiverWalk({
  needs: 'webhook',
  route: '/administration/general/settings',
  opener: 'Add webhook',
  headings: { form: 'Webhook', added: 'Webhook added', unread: 'The webhook could not be read' },
  calls: { read: 'readWebhook', add: 'addWebhook', save: 'saveWebhook' },
});

const notificationChannel = receiverWalk({
  needs: 'notification-channel',
  route: '/administration/apps/notificationChannels',
  opener: 'Add notification channel',
  headings: {
    form: 'Notification channel',
    added: 'Notification channel added',
    unread: 'The channel could not be read',
  },
  calls: { read: 'readNotificationChannel', add: 'addNotificationChannel', save: 'saveNotificationChannel' },
  begin: (page) => pick(page, '/channelType', 'Webhook'),
});

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
export const modalWalks: Record<string, SecretWalk> = {
  webhook,
  'notification-channel': notificationChannel,
  'add-computer': addComputer,
  'monitor-import': monitorImport,
  'status-page': statusPage,
};

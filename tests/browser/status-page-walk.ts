// How each state of the flow of status pages is reached.
import { choose, press, standsAt, type } from './form.ts';
import { signInFor, type Seat, type SecretWalk, type SecretWay } from './seat.ts';
import { everySession } from './secret-walks.ts';

type Way = SecretWay & { end: typeof everySession };

async function fillStatusPage({ page, name }: Seat): Promise<void> {
  await standsAt(page, 'Status page');
  await type(page, '/title', name);
  await choose(page, '/monitors/0/monitorId', name);
  await type(page, '/monitors/0/name', 'Web shop');
}

async function saveStatusPage(seat: Seat): Promise<void> {
  await fillStatusPage(seat);
  await press(seat.page, 'Save');
}

async function changeStatusPage({ page }: Seat): Promise<void> {
  await standsAt(page, 'Status page');
  await type(page, '/monitors/0/name', 'Shop on the web');
  await press(page, 'Save');
}

async function closesStatusPage(seat: Seat): Promise<void> {
  await signInFor(seat, 'Close');
  await seat.page.getByRole('main').getByRole('button', { name: 'Add status page' }).first().waitFor();
}

const newPage: Pick<Way, 'needs' | 'end'> = { needs: 'monitor', end: everySession };
const changedPage: Pick<Way, 'needs' | 'edits' | 'end'> = { needs: 'status-page', edits: true, end: everySession };

export const statusPage: SecretWalk = {
  route: '/administration/general/settings',
  opener: 'Add status page',
  async edit({ page, name }) {
    await page.getByRole('button', { name: `More actions for “${name}”` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  },
  signedIn: true,
  next: 'Add status page',
  states: {
    loading: {
      ...changedPage,
      holds: 'readStatusPage',
      walk: () => Promise.resolve(),
      reload: 'editing.details',
      second: 'editing.details',
      after: ({ page }) => standsAt(page, 'Status page'),
    },
    loadFailed: {
      ...changedPage,
      refuses: 'readStatusPage',
      walk: ({ page }) => standsAt(page, 'The status page could not be read'),
      reload: 'loadFailed',
      second: 'editing.details',
      async after(seat) {
        await signInFor(seat, 'Try again');
        await standsAt(seat.page, 'Status page');
      },
    },
    'editing.details': {
      ...newPage,
      walk: fillStatusPage,
      offered: true,
      reload: 'editing.details',
      second: 'editing.details',
      async after(seat) {
        await signInFor(seat, 'Save');
        await standsAt(seat.page, 'Status page added');
      },
    },
    adding: {
      ...newPage,
      holds: 'addStatusPage',
      walk: saveStatusPage,
      offered: true,
      reload: 'added',
      second: 'added',
      after: ({ page }) => standsAt(page, 'Status page added'),
    },
    saving: {
      ...changedPage,
      holds: 'saveStatusPage',
      walk: changeStatusPage,
      offered: true,
      reload: 'saved',
      second: 'saved',
      after: ({ page }) => standsAt(page, 'Saved'),
    },
    added: {
      ...newPage,
      async walk(seat) {
        await saveStatusPage(seat);
        await standsAt(seat.page, 'Status page added');
      },
      reload: undefined,
      second: undefined,
      after: closesStatusPage,
    },
    saved: {
      ...changedPage,
      async walk(seat) {
        await changeStatusPage(seat);
        await standsAt(seat.page, 'Saved');
      },
      reload: undefined,
      second: undefined,
      after: closesStatusPage,
    },
  },
};

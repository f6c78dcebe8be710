// How each state of a discovery of a directory is reached that is about a saved job. An ad hoc job is run, a scheduled one edited.
import { apply, decideOne, fill, says } from './directory-walk.ts';
import { choose, field, isTold, press, standsAt, stepOf, type } from './form.ts';
import { ENDED, signInFor, staysAt, type Seat, type SecretWay } from './seat.ts';

const SCHEDULE = 'Credentials, deployment and schedule';
const NAME = 'Name of the job';

/** Opens the wizard for the job of the seat's name. */
export async function openJob({ page, name }: Seat): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: name }).first();
  await row.getByRole('button', { name: `Actions of ${name}` }).click();
  await page
    .getByRole('menuitem', { name: /^(Edit|Run)$/ })
    .last()
    .click();
}

async function fillScheduled(seat: Seat): Promise<void> {
  await standsAt(seat.page, 'Domain controller and OU path');
  await stepOf(seat.page).getByText('Scheduled', { exact: true }).click();
  await fill(seat);
}

async function toSchedule(seat: Seat): Promise<void> {
  const { page, name } = seat;
  await fillScheduled(seat);
  await press(page, 'Read computers');
  await says('100 computers found.')(seat);
  await press(page, 'Next');
  await standsAt(page, SCHEDULE);
  await choose(page, '/credentialId', name);
  await field(page, '/repeats').getByText('Hourly', { exact: true }).click();
}

async function validated(seat: Seat): Promise<void> {
  await press(seat.page, 'Validate credential');
  await says('Credentials are valid')(seat);
}

async function toName(seat: Seat): Promise<void> {
  await toSchedule(seat);
  await validated(seat);
  await press(seat.page, 'Save');
  await standsAt(seat.page, NAME);
  await type(seat.page, '/name', seat.name);
}

async function editToName({ page, ...seat }: Seat): Promise<void> {
  await standsAt(page, 'Domain controller and OU path');
  await press(page, 'Read computers');
  await says('100 computers found.')({ page, ...seat });
  await press(page, 'Next');
  await standsAt(page, SCHEDULE);
  await validated({ page, ...seat });
  await press(page, 'Save');
  await standsAt(page, NAME);
}

const isSaved = ({ page, name }: Seat) => isTold(page, `The job ${name} is saved.`);

const scheduled = { needs: 'controller' } as const;

export const jobWays: Record<string, SecretWay> = {
  checking: {
    ...scheduled,
    ...staysAt('editing.directoryRead'),
    offered: true,
    holds: 'checkDirectoryJob',
    async walk(seat) {
      await fillScheduled(seat);
      await press(seat.page, 'Read computers');
    },
    after: says('100 computers found.'),
  },
  'editing.schedule': {
    ...scheduled,
    ...staysAt('editing.schedule'),
    offered: true,
    walk: toSchedule,
    async after(seat) {
      await signInFor(seat, 'Validate credential');
      await says('Credentials are valid')(seat);
    },
  },
  'editing.scheduleValidated': {
    ...scheduled,
    ...staysAt('editing.scheduleValidated'),
    offered: true,
    async walk(seat) {
      await toSchedule(seat);
      await validated(seat);
    },
    async after(seat) {
      await signInFor(seat, 'Save');
      await standsAt(seat.page, NAME);
    },
  },
  naming: {
    ...scheduled,
    ...staysAt('naming'),
    offered: true,
    walk: toName,
    async after(seat) {
      await signInFor(seat, 'Save');
      await isSaved(seat);
    },
  },
  adding: {
    ...scheduled,
    ...staysAt(ENDED),
    offered: true,
    holds: 'addDirectoryJob',
    async walk(seat) {
      await toName(seat);
      await press(seat.page, 'Save');
    },
    after: isSaved,
  },
  saving: {
    needs: 'scheduledJob',
    edits: true,
    ...staysAt(ENDED),
    offered: true,
    holds: 'saveDirectoryJob',
    async walk(seat) {
      await editToName(seat);
      await press(seat.page, 'Save');
    },
    after: isSaved,
  },
  namingApplied: {
    ...scheduled,
    ...staysAt(undefined),
    async walk(seat) {
      await apply(seat);
      await standsAt(seat.page, 'Changes applied');
      await press(seat.page, 'Save for later');
      await standsAt(seat.page, NAME);
    },
    async after(seat) {
      await type(seat.page, '/name', seat.name);
      await signInFor(seat, 'Save');
      await isSaved(seat);
    },
  },
  ready: {
    needs: 'adHocJob',
    edits: true,
    ...staysAt('ready'),
    walk: ({ page }) => standsAt(page, 'Run the job'),
    async after(seat) {
      await signInFor(seat, 'Read computers');
      await standsAt(seat.page, 'Credentials, status and location');
    },
  },
  unread: {
    needs: 'lostJob',
    edits: true,
    ...staysAt('unread'),
    offered: true,
    async walk(seat) {
      await press(seat.page, 'Read computers');
      await standsAt(seat.page, 'The directory could not be read');
      await says('Invalid OU Path')(seat);
    },
    async after(seat) {
      await signInFor(seat, 'Try again');
      await says('Invalid OU Path')(seat);
    },
  },
  appliedAgain: {
    needs: 'adHocJob',
    edits: true,
    ...staysAt(undefined),
    async walk(seat) {
      const { page } = seat;
      await press(page, 'Read computers');
      await standsAt(page, 'Credentials, status and location');
      await decideOne(seat);
      await validated(seat);
      await press(page, 'Apply');
      await standsAt(page, 'Changes applied');
    },
    async after(seat) {
      await signInFor(seat, 'Done');
      await seat.page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
};

// How each state of the flow of maintenance is reached: for a monitor that is chosen in the list.
import { isTold, press, standsAt, type } from './form.ts';
import { ENDED, signInFor, staysAt, type Seat, type SecretWalk, type SecretWay } from './seat.ts';

const chosen: Pick<SecretWay, 'needs' | 'edits'> = { needs: 'monitor', edits: true };

async function fill({ page }: Seat): Promise<void> {
  await standsAt(page, 'Maintenance');
  await type(page, '/reasonMessage', 'New disks');
}

async function set(seat: Seat): Promise<void> {
  await fill(seat);
  await press(seat.page, 'Set maintenance');
}

/** Asks once whether a window is to be replaced, as the server does where there is one. */
async function toQuestion(seat: Seat): Promise<void> {
  let asked = false;
  await seat.desk.context.route(/\/api\/maintenance$/, (route) => {
    if (asked) return route.fallback();
    asked = true;
    const errorMessage = 'It is in maintenance already.';
    const json = { resultCode: 'FAILURE', errorCode: 'already_in_maintenance', errorMessage };
    return route.fulfill({ status: 409, json });
  });
  await set(seat);
  await standsAt(seat.page, 'Override maintenance');
}

const isSet = ({ page }: Seat) => isTold(page, 'The maintenance of ');

export const maintenance: SecretWalk = {
  route: '/cloudMonitors',
  async edit({ page, name }) {
    // Another search forgets what was chosen, so it has to be over.
    await Promise.all([
      page.waitForResponse((reply) => new URL(reply.url()).searchParams.get('search') === name),
      page.getByRole('searchbox', { name: 'Search monitors' }).fill(name),
    ]);
    await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await page.getByRole('button', { name: 'Maintenance', exact: true }).last().click();
  },
  signedIn: true,
  next: 'Import and export',
  states: {
    'editing.window': {
      ...chosen,
      ...staysAt('editing.window'),
      offered: true,
      walk: fill,
      async after(seat) {
        await signInFor(seat, 'Set maintenance');
        await isSet(seat);
      },
    },
    setting: {
      ...chosen,
      ...staysAt(ENDED),
      offered: true,
      holds: 'setMaintenance',
      walk: set,
      after: isSet,
    },
    overriding: {
      ...chosen,
      ...staysAt('overriding'),
      offered: true,
      walk: toQuestion,
      async after(seat) {
        await signInFor(seat, 'Override maintenance');
        await isSet(seat);
      },
    },
    replacing: {
      ...chosen,
      ...staysAt(ENDED),
      offered: true,
      holds: 'setMaintenance',
      async walk(seat) {
        await toQuestion(seat);
        await press(seat.page, 'Override maintenance');
      },
      after: isSet,
    },
  },
};

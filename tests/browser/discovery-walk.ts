// How each state of a network discovery is reached. Each person has a probe: a real agent, which does one discovery at a time.
import { choose, press, standsAt, stepOf, type } from './form.ts';
import { addressOf, signInFor, staysAt, type Seat, type SecretWalk } from './seat.ts';

/** Answers what both discoveries ask first. */
export async function fillSettings(seat: Seat, heading: string, targets = addressOf(seat)): Promise<void> {
  const { page, name } = seat;
  await standsAt(page, heading);
  await choose(page, '/networkProbe', name);
  await choose(page, '/snmpCredOne', name);
  await type(page, '/ipTargets', targets);
}

const fill = (seat: Seat) => fillSettings(seat, 'Configuration');

async function discover(seat: Seat): Promise<void> {
  await fill(seat);
  await press(seat.page, 'Discover');
}

async function select(seat: Seat): Promise<void> {
  const { page } = seat;
  await discover(seat);
  await standsAt(page, 'Device selection');
  await stepOf(page)
    .getByRole('row')
    .filter({ hasText: addressOf(seat) })
    .click();
  await stepOf(page).getByLabel('New value of Device role').click();
  await page.getByRole('option', { name: 'Firewall' }).click();
  await stepOf(page).getByRole('button', { name: 'Apply' }).click();
}

async function check(seat: Seat): Promise<void> {
  await select(seat);
  await press(seat.page, 'Review');
}

async function review(seat: Seat): Promise<void> {
  await check(seat);
  await standsAt(seat.page, 'Review');
}

async function add(seat: Seat): Promise<void> {
  await review(seat);
  await press(seat.page, 'Add devices');
}

const comesTo =
  (heading: string) =>
  ({ page }: Seat) =>
    standsAt(page, heading);

export const networkDiscovery: SecretWalk = {
  route: '/deviceSearch',
  opener: 'Add NMS device',
  signedIn: true,
  next: 'Add NMS device',
  states: {
    'editing.configuration': {
      needs: 'probe',
      ...staysAt('editing.configuration'),
      offered: true,
      walk: fill,
      async after(seat) {
        await signInFor(seat, 'Discover');
        await standsAt(seat.page, 'Device selection');
      },
    },
    discovering: {
      needs: 'probe',
      ...staysAt('editing.devices'),
      offered: true,
      holds: 'startNetworkDiscovery',
      walk: discover,
      after: comesTo('Device selection'),
    },
    lost: {
      needs: 'probe',
      ...staysAt('lost'),
      offered: true,
      refuses: 'startNetworkDiscovery',
      async walk(seat) {
        await discover(seat);
        await standsAt(seat.page, 'The discovery cannot be followed');
      },
      async after(seat) {
        await signInFor(seat, 'Try again');
        await standsAt(seat.page, 'Device selection');
      },
    },
    rerun: {
      needs: 'probe',
      ...staysAt('rerun'),
      offered: true,
      async walk(seat) {
        await select(seat);
        await press(seat.page, 'Back');
        await standsAt(seat.page, 'Configuration');
        await type(seat.page, '/ipTargets', '127.0.5.2');
        await press(seat.page, 'Discover');
        await standsAt(seat.page, 'Discover again?');
      },
      async after(seat) {
        await signInFor(seat, 'Discover again');
        await standsAt(seat.page, 'Device selection');
      },
    },
    'editing.devices': {
      needs: 'probe',
      ...staysAt('editing.devices'),
      offered: true,
      walk: select,
      async after(seat) {
        await signInFor(seat, 'Review');
        await standsAt(seat.page, 'Review');
      },
    },
    checking: {
      needs: 'probe',
      ...staysAt('editing.review'),
      offered: true,
      holds: 'checkDiscoveredDevices',
      walk: check,
      after: comesTo('Review'),
    },
    'editing.review': {
      needs: 'probe',
      ...staysAt('editing.review'),
      offered: true,
      walk: review,
      async after(seat) {
        await signInFor(seat, 'Add devices');
        await standsAt(seat.page, 'Successfully added devices');
      },
    },
    adding: {
      needs: 'probe',
      ...staysAt('added'),
      offered: true,
      holds: 'addDiscoveredDevices',
      walk: add,
      after: comesTo('Successfully added devices'),
    },
    added: {
      needs: 'probe',
      ...staysAt(undefined),
      async walk(seat) {
        await add(seat);
        await standsAt(seat.page, 'Successfully added devices');
      },
      async after(seat) {
        await signInFor(seat, 'Close');
        await seat.page.getByRole('main').getByRole('button', { name: 'Add NMS device' }).waitFor();
      },
    },
  },
};

// How each state of a network discovery is reached. Each person has a probe: a real agent, which does one discovery at a time.
import { callByApi } from '../product/person.ts';
import { startAgent, until } from '../server/agent-rig.ts';
import { choose, press, standsAt, stepOf, type } from './form.ts';
import { signInFor, staysAt, type Seat, type SecretWalk } from './seat.ts';

/** Starts an agent at the only location and calls its device as the seat's thing is called. */
async function startProbe({ product, technician: { cookie }, name }: Seat): Promise<void> {
  const call = (method: string, path: string, body?: unknown) => callByApi(product, cookie, method, path, body);
  const { items } = await call('GET', '/client');
  const [client] = items as { id: number }[];
  const [location] = (await call('GET', `/client/${client?.id}/location`)) as unknown as { id: number }[];
  const place = { clientId: client?.id, locationId: location?.id };
  const { token } = await call('POST', '/device/enrollment', place);
  const nodeId = await startAgent(product.url, { token: String(token), until: 'file' }).nodeId();
  await call('PUT', `/node/${nodeId}`, { friendlyName: name });
  await until(async () => {
    const { status } = await call('GET', `/device/${nodeId}`);
    if ((status as { state: string }).state !== 'online') throw new Error(`the probe ${name} is not online`);
  });
}

async function fill(seat: Seat): Promise<void> {
  const { page, name } = seat;
  await startProbe(seat);
  await standsAt(page, 'Configuration');
  await choose(page, '/networkProbe', name);
  await type(page, '/ipTargets', '127.0.5.1');
}

async function discover(seat: Seat): Promise<void> {
  await fill(seat);
  await press(seat.page, 'Discover');
}

async function select(seat: Seat): Promise<void> {
  const { page } = seat;
  await discover(seat);
  await standsAt(page, 'Device selection');
  await stepOf(page).getByRole('row').filter({ hasText: '127.0.5.1' }).click();
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
      ...staysAt('editing.configuration'),
      offered: true,
      walk: fill,
      async after(seat) {
        await signInFor(seat, 'Discover');
        await standsAt(seat.page, 'Device selection');
      },
    },
    discovering: {
      ...staysAt('editing.devices'),
      offered: true,
      holds: 'startNetworkDiscovery',
      walk: discover,
      after: comesTo('Device selection'),
    },
    lost: {
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
      ...staysAt('editing.devices'),
      offered: true,
      walk: select,
      async after(seat) {
        await signInFor(seat, 'Review');
        await standsAt(seat.page, 'Review');
      },
    },
    checking: {
      ...staysAt('editing.review'),
      offered: true,
      holds: 'checkDiscoveredDevices',
      walk: check,
      after: comesTo('Review'),
    },
    'editing.review': {
      ...staysAt('editing.review'),
      offered: true,
      walk: review,
      async after(seat) {
        await signInFor(seat, 'Add devices');
        await standsAt(seat.page, 'Successfully added devices');
      },
    },
    adding: {
      ...staysAt('added'),
      offered: true,
      holds: 'addDiscoveredDevices',
      walk: add,
      after: comesTo('Successfully added devices'),
    },
    added: {
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

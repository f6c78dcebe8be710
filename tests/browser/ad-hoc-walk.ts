// How each state of an ad hoc discovery is reached. Each person has a probe: a real agent, which does one discovery at a time.
import { fillSettings } from './discovery-walk.ts';
import { press, standsAt, stepOf, type } from './form.ts';
import { addressOf, signInFor, staysAt, type Seat, type SecretWalk, type SecretWay } from './seat.ts';

/** Nothing of it answers, so that it takes a while. */
const MANY = 'fe80::/117';

const fill = (seat: Seat) => fillSettings(seat, 'Set up');

async function discover(seat: Seat): Promise<void> {
  await fill(seat);
  await press(seat.page, 'Run discovery');
}

async function complete(seat: Seat): Promise<void> {
  await discover(seat);
  await standsAt(seat.page, 'Discovery completed');
}

async function review(seat: Seat): Promise<void> {
  const { page } = seat;
  await complete(seat);
  await press(page, 'View discovery results');
  await standsAt(page, 'Review');
  await stepOf(page)
    .getByRole('button', { name: `Edit ${addressOf(seat)}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Edit ${addressOf(seat)}` });
  await dialog.getByRole('combobox', { name: 'Device role' }).click();
  await page.getByRole('option', { name: 'Firewall' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await stepOf(page).getByRole('row').filter({ hasText: 'Firewall' }).waitFor();
}

async function finish(seat: Seat): Promise<void> {
  await review(seat);
  await press(seat.page, 'Finish');
}

async function confirm(seat: Seat): Promise<void> {
  await finish(seat);
  await standsAt(seat.page, 'Add 1 device?');
}

async function add(seat: Seat): Promise<void> {
  await confirm(seat);
  await press(seat.page, 'Add');
}

/** A question in front of a discovery that goes on for long. */
async function ask(seat: Seat, heading: string): Promise<void> {
  await fillSettings(seat, 'Set up', MANY);
  await press(seat.page, 'Run discovery');
  await standsAt(seat.page, 'Run discovery');
  if (heading === 'Stop discovery?') await press(seat.page, 'Back');
  else await seat.page.getByRole('button', { name: 'Close', exact: true }).click();
  await standsAt(seat.page, heading);
}

const comesTo =
  (heading: string) =>
  ({ page }: Seat) =>
    standsAt(page, heading);

const offered = (state: string) => ({ needs: 'probe', ...staysAt(state), offered: true }) as const;

/** Pressed in a state that stays, it calls the server, which asks for a sign-in before it goes on. */
const thenPress = (pressed: string, heading: string): Pick<SecretWay, 'after'> => ({
  async after(seat) {
    await signInFor(seat, pressed);
    await standsAt(seat.page, heading);
  },
});

export const adHocDiscovery: SecretWalk = {
  route: '/systemDashboard/overview',
  opener: 'Add',
  inHead: true,
  item: 'Run Ad Hoc Network Discovery',
  signedIn: true,
  next: 'Add',
  nextIn: 'banner',
  states: {
    'editing.setup': {
      ...offered('editing.setup'),
      walk: fill,
      ...thenPress('Run discovery', 'Discovery completed'),
    },
    'discovering.running': {
      ...offered('editing.completed'),
      holds: 'startNetworkDiscovery',
      walk: discover,
      after: comesTo('Discovery completed'),
    },
    'discovering.leaving': {
      ...offered('discovering.leaving'),
      walk: (seat) => ask(seat, 'Stop discovery?'),
      ...thenPress('Stop discovery', 'Set up'),
    },
    'discovering.closing': {
      ...offered('discovering.closing'),
      walk: (seat) => ask(seat, 'Close while the discovery runs?'),
      ...thenPress('Go on', 'Run discovery'),
    },
    lost: {
      ...offered('lost'),
      refuses: 'startNetworkDiscovery',
      async walk(seat) {
        await discover(seat);
        await standsAt(seat.page, 'The discovery cannot be followed');
      },
      ...thenPress('Try again', 'Discovery completed'),
    },
    counting: {
      ...offered('editing.completed'),
      holds: 'readDiscoverySummary',
      walk: discover,
      after: comesTo('Discovery completed'),
    },
    uncounted: {
      ...offered('uncounted'),
      refuses: 'readDiscoverySummary',
      async walk(seat) {
        await discover(seat);
        await standsAt(seat.page, 'The results could not be read');
      },
      ...thenPress('Try again', 'Discovery completed'),
    },
    rerun: {
      ...offered('rerun'),
      async walk(seat) {
        await complete(seat);
        await press(seat.page, 'Back');
        await standsAt(seat.page, 'Set up');
        await type(seat.page, '/ipTargets', '127.0.5.2');
        await press(seat.page, 'Run discovery');
        await standsAt(seat.page, 'Discover again?');
      },
      ...thenPress('Discover again', 'Discovery completed'),
    },
    'editing.completed': {
      ...offered('editing.completed'),
      walk: complete,
      async after(seat) {
        await signInFor(seat, 'View discovery results');
        await standsAt(seat.page, 'Review');
      },
    },
    'editing.nothing': {
      ...offered('editing.nothing'),
      async walk(seat) {
        await fillSettings(seat, 'Set up', 'fe80::1');
        await press(seat.page, 'Run discovery');
        await standsAt(seat.page, 'Discovery completed');
      },
      async after(seat) {
        // `Back` saves the draft; the server refuses it and the page asks for the sign-in.
        await signInFor(seat, 'Back');
        await type(seat.page, '/ipTargets', addressOf(seat));
        await press(seat.page, 'Run discovery');
        await press(seat.page, 'Discover again');
        await standsAt(seat.page, 'Discovery completed');
      },
    },
    'editing.review': {
      ...offered('editing.review'),
      walk: review,
      ...thenPress('Finish', 'Add 1 device?'),
    },
    checking: {
      ...offered('confirming'),
      holds: 'checkDiscoveredDevices',
      walk: finish,
      after: comesTo('Add 1 device?'),
    },
    confirming: {
      ...offered('confirming'),
      walk: confirm,
      ...thenPress('Add', 'Successfully added devices'),
    },
    adding: {
      ...offered('added'),
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
        await seat.page.getByRole('dialog').waitFor({ state: 'detached' });
      },
    },
  },
};

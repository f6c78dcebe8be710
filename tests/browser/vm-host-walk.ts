// How each state of adding a VM host is reached. Each person has a monitor delegate: a real agent; one ESXi peer is the host of all.
import { startEsxi, type EsxiPeer } from '../peers/vsphere-peer.ts';
import { choose, press, standsAt, stepOf, type } from './form.ts';
import { signInFor, staysAt, type Seat, type SecretWalk } from './seat.ts';

let esxi: Promise<EsxiPeer> | undefined;

async function fill({ page, name }: Seat): Promise<void> {
  esxi ??= startEsxi();
  const { port } = await esxi;
  await standsAt(page, 'VM host');
  await choose(page, '/delegateNodeId', name);
  await choose(page, '/credentialId', name);
  await type(page, '/name', name);
  await type(page, '/hostname', '127.0.0.1');
  await type(page, '/apiPort', String(port));
}

async function test(seat: Seat): Promise<void> {
  await fill(seat);
  await press(seat.page, 'Test');
}

async function judge(seat: Seat): Promise<void> {
  await test(seat);
  await standsAt(seat.page, 'Trust this certificate?');
}

async function pass(seat: Seat): Promise<void> {
  await judge(seat);
  await press(seat.page, 'Trust and test');
  await stepOf(seat.page).getByText('Test succeeded').waitFor();
}

async function add(seat: Seat): Promise<void> {
  await pass(seat);
  await press(seat.page, 'Add Host');
}

const comesTo =
  (heading: string) =>
  ({ page }: Seat) =>
    standsAt(page, heading);

export const vmHost: SecretWalk = {
  route: '/deviceSearch',
  opener: 'Add',
  inHead: true,
  item: 'Add VM host',
  signedIn: true,
  next: 'Add NMS device',
  states: {
    'editing.host': {
      needs: 'delegate',
      ...staysAt('editing.host'),
      offered: true,
      walk: fill,
      async after(seat) {
        await signInFor(seat, 'Test');
        await standsAt(seat.page, 'Trust this certificate?');
      },
    },
    testing: {
      needs: 'delegate',
      ...staysAt('trusting'),
      offered: true,
      holds: 'testVmHost',
      walk: test,
      after: comesTo('Trust this certificate?'),
    },
    lost: {
      needs: 'delegate',
      ...staysAt('lost'),
      offered: true,
      refuses: 'testVmHost',
      async walk(seat) {
        await test(seat);
        await standsAt(seat.page, 'The test cannot be followed');
      },
      async after(seat) {
        await signInFor(seat, 'Try again');
        await standsAt(seat.page, 'Trust this certificate?');
      },
    },
    trusting: {
      needs: 'delegate',
      ...staysAt('trusting'),
      offered: true,
      walk: judge,
      async after(seat) {
        await signInFor(seat, 'Trust and test');
        await stepOf(seat.page).getByText('Test succeeded').waitFor();
      },
    },
    'editing.tested': {
      needs: 'delegate',
      ...staysAt('editing.tested'),
      offered: true,
      walk: pass,
      async after(seat) {
        await signInFor(seat, 'Add Host');
        await standsAt(seat.page, 'VM host added');
      },
    },
    adding: {
      needs: 'delegate',
      ...staysAt('added'),
      offered: true,
      holds: 'addVmHost',
      walk: add,
      after: comesTo('VM host added'),
    },
    added: {
      needs: 'delegate',
      ...staysAt(undefined),
      async walk(seat) {
        await add(seat);
        await standsAt(seat.page, 'VM host added');
      },
      async after(seat) {
        await signInFor(seat, 'Done');
        await seat.page.getByRole('dialog').waitFor({ state: 'detached' });
      },
    },
  },
};

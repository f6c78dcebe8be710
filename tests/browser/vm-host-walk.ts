// How each state of adding a VM host is reached. Each person has a monitor delegate: a real agent; one ESXi peer is the host of all.
import { startEsxi } from '../peers/vsphere-peer.ts';
import { choose, isTold, press, standsAt, stepOf, type } from './form.ts';
import { ENDED, signInFor, staysAt, type Seat, type SecretWalk, type SecretWay } from './seat.ts';
import { moveVmHost, sharedEsxiPort } from './vm-host-peer.ts';

async function fill({ page, name }: Seat, at?: number): Promise<void> {
  const port = at ?? (await sharedEsxiPort());
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

/** A host of its own shows another certificate once it was trusted. */
async function renew(seat: Seat): Promise<void> {
  const esxi = await startEsxi();
  await fill(seat, esxi.port);
  await press(seat.page, 'Test');
  await press(seat.page, 'Trust and test');
  await stepOf(seat.page).getByText('Test succeeded').waitFor();
  esxi.renew();
  await type(seat.page, '/name', `${seat.name} again`);
  await press(seat.page, 'Test');
  await standsAt(seat.page, 'The certificate has changed');
}

const stored: Pick<SecretWay, 'needs' | 'edits'> = { needs: 'vm-host', edits: true };

/** Tests the stored host under another name: its certificate is trusted already. */
async function rename({ page, name }: Seat): Promise<void> {
  await standsAt(page, 'VM host');
  await type(page, '/name', `${name} renamed`);
  await press(page, 'Test');
  await stepOf(page).getByText('Test succeeded').waitFor();
}

async function saveRenamed(seat: Seat): Promise<void> {
  await rename(seat);
  await press(seat.page, 'Save');
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
  async edit({ page, name }) {
    await page.getByRole('main').getByRole('searchbox').first().fill(name);
    await page
      .getByRole('main')
      .getByRole('button', { name: `Edit the VM host “${name}”`, exact: true })
      .click();
  },
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
    changed: {
      needs: 'delegate',
      ...staysAt('changed'),
      offered: true,
      walk: renew,
      async after(seat) {
        await signInFor(seat, 'Trust the new certificate and test');
        await stepOf(seat.page).getByText('Test succeeded').waitFor();
      },
    },
    loading: {
      ...stored,
      ...staysAt('editing.host'),
      holds: 'readVmHost',
      walk: () => Promise.resolve(),
      after: comesTo('VM host'),
    },
    loadFailed: {
      ...stored,
      ...staysAt('editing.host'),
      refuses: 'readVmHost',
      walk: ({ page }) => standsAt(page, 'The VM host could not be read'),
      reload: 'loadFailed',
      async after(seat) {
        await signInFor(seat, 'Try again');
        await standsAt(seat.page, 'VM host');
      },
    },
    saving: {
      ...stored,
      ...staysAt(ENDED),
      holds: 'saveVmHost',
      walk: saveRenamed,
      offered: true,
      after: ({ page }) => isTold(page, 'is saved.'),
    },
    conflict: {
      ...stored,
      ...staysAt('conflict'),
      offered: true,
      async walk(seat) {
        await rename(seat);
        await moveVmHost(seat.product, seat.technician.cookie, seat.name);
        await press(seat.page, 'Save');
      },
      async after(seat) {
        await signInFor(seat, 'Merge and save');
        // Nobody tested the name of the one with the address of the other.
        await stepOf(seat.page).getByText('Test the VM host before you save it.').waitFor();
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

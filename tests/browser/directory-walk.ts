// How each state of a discovery of a directory is reached. Each person has a domain controller: a real agent; one LDAP peer is the
// domain of all.
import { corp } from '../peers/directory-tree.ts';
import { choose, press, standsAt, stepOf, type } from './form.ts';
import { signInFor, staysAt, type Seat, type SecretWalk } from './seat.ts';

const DIRECTORY = 'Domain controller and OU path';
const COMPUTERS = 'Credentials, status and location';

export async function fill({ page, name }: Seat): Promise<void> {
  await standsAt(page, DIRECTORY);
  await choose(page, '/domainController', name);
  await choose(page, '/directoryCredentialId', name);
  await type(page, '/ouPath', corp);
}

async function read(seat: Seat): Promise<void> {
  await fill(seat);
  await press(seat.page, 'Read computers');
}

async function found(seat: Seat): Promise<void> {
  await read(seat);
  await stepOf(seat.page).getByText('100 computers found.').waitFor();
}

async function decide(seat: Seat): Promise<void> {
  await found(seat);
  await press(seat.page, 'Next');
  await decideOne(seat);
}

/** Rejects one computer. */
export async function decideOne({ page, name }: Seat): Promise<void> {
  await standsAt(page, COMPUTERS);
  await choose(page, '/credentialId', name);
  // Others decide about the same computers meanwhile: whoever is first is heard.
  const edit = stepOf(page).getByRole('button', { name: /^Edit / });
  await edit.first().click();
  const setter = page.getByRole('dialog', { name: /^Edit / });
  await setter.getByRole('combobox', { name: 'New status' }).click();
  await page.getByRole('option', { name: 'Rejected' }).click();
  await setter.getByRole('button', { name: 'Save' }).click();
  await setter.waitFor({ state: 'detached' });
}

async function validate(seat: Seat): Promise<void> {
  await decide(seat);
  await press(seat.page, 'Validate credential');
}

async function valid(seat: Seat): Promise<void> {
  await validate(seat);
  await stepOf(seat.page).getByText('Credentials are valid').waitFor();
}

export async function apply(seat: Seat): Promise<void> {
  await valid(seat);
  await press(seat.page, 'Apply');
}

export const says =
  (words: string) =>
  ({ page }: Seat) =>
    stepOf(page).getByText(words).waitFor();

const comesTo =
  (heading: string) =>
  ({ page }: Seat) =>
    standsAt(page, heading);

export const directoryDiscovery: SecretWalk = {
  route: '/activeDirectory',
  opener: 'Add',
  inHead: true,
  item: 'Discover Active Directory',
  signedIn: true,
  next: 'Discover Active Directory',
  states: {
    'editing.directory': {
      needs: 'controller',
      ...staysAt('editing.directory'),
      offered: true,
      walk: fill,
      async after(seat) {
        await signInFor(seat, 'Read computers');
        await says('100 computers found.')(seat);
      },
    },
    reading: {
      needs: 'controller',
      ...staysAt('editing.directoryRead'),
      offered: true,
      holds: 'readDirectory',
      walk: read,
      after: says('100 computers found.'),
    },
    lostReading: {
      needs: 'controller',
      ...staysAt('lostReading'),
      offered: true,
      refuses: 'readDirectory',
      async walk(seat) {
        await read(seat);
        await standsAt(seat.page, 'The domain controller cannot be followed');
      },
      async after(seat) {
        await signInFor(seat, 'Try again');
        await says('100 computers found.')(seat);
      },
    },
    'editing.directoryRead': {
      needs: 'controller',
      ...staysAt('editing.directoryRead'),
      offered: true,
      walk: found,
      async after(seat) {
        await signInFor(seat, 'Next');
        await standsAt(seat.page, COMPUTERS);
      },
    },
    'editing.computers': {
      needs: 'controller',
      ...staysAt('editing.computers'),
      offered: true,
      walk: decide,
      async after(seat) {
        await signInFor(seat, 'Validate credential');
        await says('Credentials are valid')(seat);
      },
    },
    validating: {
      needs: 'controller',
      ...staysAt('editing.computersValidated'),
      offered: true,
      holds: 'validateDirectoryCredential',
      walk: validate,
      after: says('Credentials are valid'),
    },
    lostValidation: {
      needs: 'controller',
      ...staysAt('lostValidation'),
      offered: true,
      refuses: 'validateDirectoryCredential',
      async walk(seat) {
        await validate(seat);
        await standsAt(seat.page, 'The domain controller cannot be followed');
      },
      async after(seat) {
        await signInFor(seat, 'Try again');
        await says('Credentials are valid')(seat);
      },
    },
    'editing.computersValidated': {
      needs: 'controller',
      ...staysAt('editing.computersValidated'),
      offered: true,
      walk: valid,
      async after(seat) {
        await signInFor(seat, 'Apply');
        await standsAt(seat.page, 'Changes applied');
      },
    },
    applying: {
      needs: 'controller',
      ...staysAt('applied'),
      offered: true,
      holds: 'applyDirectoryJob',
      walk: apply,
      after: comesTo('Changes applied'),
    },
    applied: {
      needs: 'controller',
      ...staysAt(undefined),
      async walk(seat) {
        await apply(seat);
        await standsAt(seat.page, 'Changes applied');
      },
      async after(seat) {
        await signInFor(seat, 'Done');
        await seat.page.getByRole('dialog').waitFor({ state: 'detached' });
      },
    },
  },
};

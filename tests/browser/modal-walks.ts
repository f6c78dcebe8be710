// How each state is reached of the flows that stand in a modal and keep their draft on the server: opened again, they offer it.
import { callByApi } from '../product/person.ts';
import { scanBody } from '../contract/network-scan-site.ts';
import { choose, field, isTold, pick, press, standsAt, takeFromMenu, type } from './form.ts';
import { monitored } from './console-walks.ts';
import { adHocDiscovery } from './ad-hoc-walk.ts';
import { networkDiscovery } from './discovery-walk.ts';
import { monitorImport } from './import-walk.ts';
import { maintenance } from './maintenance-walk.ts';
import { jobWays, openJob } from './directory-job-walk.ts';
import { directoryDiscovery } from './directory-walk.ts';
import { vmHost } from './vm-host-walk.ts';
import { oneFormWalk, type OneForm } from './one-form-walk.ts';
import { signInFor, staysAt, type Seat, type SecretWalk } from './seat.ts';
import { policy } from './policy-walk.ts';
import { statusPage } from './status-page-walk.ts';
import { ticketTemplate } from './ticket-template-walk.ts';

/** Something that is sent to by a signed request. */
const receiver: Pick<OneForm, 'fill' | 'change'> = {
  async fill({ page, name }) {
    await type(page, '/name', name);
    await type(page, '/url', 'http://127.0.0.1:9/hook');
  },
  change: (page) => type(page, '/url', 'http://127.0.0.1:9/another'),
};

/** Somebody else turns on what has the seat's name. */
async function turnOn({ product, technician, name }: Seat, path: string, more: Record<string, unknown>): Promise<void> {
  const all = (await callByApi(product, technician.cookie, 'GET', path)) as unknown as { id: number; name: string }[];
  const { id } = all.find((one) => one.name === name) ?? { id: 0 };
  const body = { name, url: 'http://127.0.0.1:9/hook', enabled: true, ...more };
  await callByApi(product, technician.cookie, 'PUT', `${path}/${id}`, body);
}

const webhook = oneFormWalk({
  ...receiver,
  needs: { change: 'webhook' },
  route: '/administration/apps/events',
  opener: 'Add event subscription',
  headings: {
    form: 'Event subscription',
    added: 'Event subscription added',
    unread: 'The event subscription could not be read',
  },
  calls: { read: 'readWebhook', add: 'addWebhook', save: 'saveWebhook' },
  changeElsewhere: (seat) => turnOn(seat, '/webhook', { events: ['user.changed'] }),
});

/** Without a secret, which a draft does not keep. */
const credential = oneFormWalk({
  needs: { change: 'credential' },
  route: '/customerDashboard/1/overview',
  opener: 'Add credential',
  headings: { form: 'Credential', unread: 'The credential could not be read' },
  calls: { read: 'readCredential', add: 'addCredential', save: 'saveCredential' },
  told: { added: 'Credential created', saved: 'Credential updated' },
  async fill({ page, name }) {
    await type(page, '/name', name);
    await choose(page, '/credentialType', 'SNMP v3');
    await type(page, '/username', 'monitor');
    await choose(page, '/security', 'None');
  },
  change: (page) => type(page, '/username', 'watcher'),
  async changeElsewhere({ product, technician, name }) {
    const call = (method: string, path: string, body?: unknown) =>
      callByApi(product, technician.cookie, method, path, body);
    const all = (await call('GET', '/credential?clientId=1')) as unknown as { id: number; name: string }[];
    const signed = { security: 'AUTH', authProtocol: 'SHA', authKey: 'authenticate' };
    const body = { clientId: 1, name, credentialType: 'SNMP_V3', username: 'monitor', ...signed };
    await call('PUT', `/credential/${all.find((one) => one.name === name)?.id}`, body);
  },
});

const networkScan: SecretWalk = {
  ...oneFormWalk({
    needs: { add: 'probe', change: 'network-scan' },
    route: '/networkDiscovery',
    opener: 'New network scan',
    headings: { form: 'Network scan', unread: 'The network scan could not be read' },
    calls: { read: 'readNetworkScan', add: 'addNetworkScan', save: 'saveNetworkScan' },
    async fill({ page, name }) {
      await type(page, '/name', name);
      await choose(page, '/networkProbe', name);
      await choose(page, '/snmpCredOne', name);
      await type(page, '/ipTargets', '127.0.5.1');
    },
    change: (page) => type(page, '/ipTargets', '127.0.5.2'),
    async changeElsewhere({ product, technician, name }) {
      const call = (method: string, path: string, body?: unknown) =>
        callByApi(product, technician.cookie, method, path, body);
      const { items } = (await call('GET', `/networkscan?search=${encodeURIComponent(name)}`)) as unknown as {
        items: { id: number; org: number; location: number; networkProbe: { nodeId: number }; snmpCredOne: number }[];
      };
      const [scan] = items;
      if (scan === undefined) throw new Error(`there is no scan ${name}`);
      const { id, org: clientId, location: locationId, networkProbe, snmpCredOne: credentialId } = scan;
      const body = scanBody({ clientId, locationId, nodeId: networkProbe.nodeId, credentialId }, name);
      await call('PUT', `/networkscan/${id}`, { ...body, pingsPerNode: 3 });
    },
    told: { added: ' is saved.', saved: ' is saved.' },
  }),
  edit: ({ page, name }) => takeFromMenu(page, `Actions of ${name}`, 'Edit'),
};

const channelForm = oneFormWalk({
  ...receiver,
  needs: { change: 'notification-channel' },
  route: '/administration/apps/notificationChannels',
  opener: 'Add notification channel',
  headings: {
    form: 'Notification channel',
    added: 'Notification channel added',
    unread: 'The notification channel could not be read',
  },
  calls: { read: 'readNotificationChannel', add: 'addNotificationChannel', save: 'saveNotificationChannel' },
  changeElsewhere: (seat) => turnOn(seat, '/notificationchannel', { channelType: 'WEBHOOK' }),
  async fill(seat) {
    await pick(seat.page, '/channelType', 'Signed webhook');
    await receiver.fill(seat);
  },
});

const notificationChannel: SecretWalk = {
  ...channelForm,
  states: {
    ...channelForm.states,
    'editing.previewing': {
      ...staysAt('editing.details'),
      holds: 'previewNotificationChannel',
      offered: true,
      async walk({ page, name }) {
        await standsAt(page, 'Notification channel');
        await pick(page, '/channelType', 'Chat or HTTP request');
        await type(page, '/name', name);
        await choose(page, '/service', 'Another HTTP endpoint');
        await type(page, '/address', 'http://127.0.0.1:9/hook');
        await page.getByRole('button', { name: 'Preview the requests' }).click();
      },
      after: ({ page }) => page.getByText('Secrets are hidden.').waitFor(),
    },
  },
};

async function fillPlace({ page }: Seat): Promise<void> {
  await standsAt(page, 'Where it belongs');
  await choose(page, '/clientId', monitored);
  await choose(page, '/locationId', 'Main office');
  await field(page, '/locationId').locator('input').first().waitFor();
  // The sole organization and its location are chosen beforehand; a draft begins with an answer of the person.
  await type(page, '/days', '3');
}

async function makeCommand(seat: Seat): Promise<void> {
  await fillPlace(seat);
  await press(seat.page, 'Make command');
}

const isMade = ({ page }: Seat) => standsAt(page, 'Run this on the computer');

async function toCommand(seat: Seat): Promise<void> {
  await makeCommand(seat);
  await isMade(seat);
}

const enrollmentAddress = /\/api\/device\/enrollment\/\d+$/;

/** Answers the next poll of the page: the computer has enrolled, or the command has expired. */
async function answerLooking(seat: Seat, state: 'used' | 'expired'): Promise<void> {
  await toCommand(seat);
  const json = { id: 1, state, expiresAt: '2026-01-01T00:00:00.000Z', node: { id: 1, name: 'laptop' } };
  await seat.desk.context.route(enrollmentAddress, (route) => route.fulfill({ json }), { times: 1 });
  await standsAt(seat.page, state === 'used' ? 'The computer is enrolled' : 'The command has expired');
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
      ...staysAt('editing.place'),
      async after(seat) {
        await signInFor(seat, 'Make command');
        await isMade(seat);
      },
    },
    making: {
      holds: 'addEnrollment',
      walk: makeCommand,
      offered: true,
      ...staysAt('waiting'),
      after: isMade,
    },
    // The command holds a token that is told once: another one is made.
    waiting: {
      walk: toCommand,
      offered: true,
      ...staysAt('editing.place'),
      async after(seat) {
        await signInFor(seat, 'Check now');
        await isMade(seat);
      },
    },
    stopped: {
      async walk(seat) {
        await seat.desk.context.route(
          enrollmentAddress,
          (route) =>
            route.fulfill({ status: 404, json: { errorCode: 'not_found', errorMessage: 'There is no such command.' } }),
          { times: 1 },
        );
        await toCommand(seat);
        await isTold(seat.page, 'There is no such command.');
      },
      offered: true,
      ...staysAt('editing.place'),
      async after(seat) {
        await signInFor(seat, 'Check now');
        await isMade(seat);
      },
    },
    expired: {
      walk: (seat) => answerLooking(seat, 'expired'),
      offered: true,
      ...staysAt('expired'),
      async after(seat) {
        await signInFor(seat, 'Make a new command');
        await isMade(seat);
      },
    },
    arrived: {
      walk: (seat) => answerLooking(seat, 'used'),
      ...staysAt(undefined),
      async after(seat) {
        await press(seat.page, 'Close');
        await seat.page.getByRole('main').getByRole('button', { name: 'Add computer' }).first().waitFor();
        await seat.page.reload();
        await standsAt(seat.page, 'Sign in');
      },
    },
  },
};

/** By flow. */
export const modalWalks: Record<string, SecretWalk> = {
  webhook,
  credential,
  'notification-channel': notificationChannel,
  'add-computer': addComputer,
  maintenance,
  'monitor-import': monitorImport,
  'network-discovery': networkDiscovery,
  'ad-hoc-discovery': adHocDiscovery,
  'network-scan': networkScan,
  'vm-host': vmHost,
  'directory-discovery': {
    ...directoryDiscovery,
    edit: openJob,
    states: { ...directoryDiscovery.states, ...jobWays },
  },
  'status-page': statusPage,
  policy,
  'ticket-template': ticketTemplate,
};

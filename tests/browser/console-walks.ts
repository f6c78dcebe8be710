// How each state of the flows inside the console is reached by walking the real page.
import { callByApi } from '../product/person.ts';
import { installAutomation, runAutomation, script } from './automation-walks.ts';
import { choose, field, pick, type } from './form.ts';
import type { Walk } from './walk.ts';

const nothing = () => Promise.resolve();

const organization: Walk = {
  flow: 'organization',
  add: '/editor/customer',
  edit: (subject) => `/editor/customer/${subject}`,
  steps: [
    {
      screen: 'details',
      async fill(page, name) {
        await type(page, '/name', name);
        await type(page, '/description', `All about ${name}`);
      },
    },
    { screen: 'locations', fill: (page, name) => type(page, '/locations/0/address', `1 Harbour Street, ${name}`) },
    { screen: 'confirm', fill: nothing },
  ],
  async make(product, cookie, name) {
    const reply = await callByApi(product, cookie, 'POST', '/client', { name, locations: [{ name: 'Main office' }] });
    return String((reply['client'] as { id: number }).id);
  },
  async changeElsewhere(product, cookie, subject) {
    const { name, locations } = await callByApi(product, cookie, 'GET', `/client/${subject}`);
    const kept = (locations as { id: number; name: string }[]).map((location) => ({
      id: location.id,
      name: location.name,
    }));
    await callByApi(product, cookie, 'PUT', `/client/${subject}`, { name, timeZoneId: 'Asia/Tokyo', locations: kept });
  },
  async count(product, cookie, name) {
    const { items } = await callByApi(product, cookie, 'GET', `/client?search=${encodeURIComponent(name)}`);
    return (items as { name: string }[]).filter((item) => item.name === name).length;
  },
  states: {
    loading: { mode: 'EDIT', holds: 'readOrganization' },
    loadFailed: { mode: 'EDIT', refuses: 'readOrganization' },
    'editing.details': { mode: 'NEW', to: 'details' },
    'editing.locations': { mode: 'NEW', to: 'locations' },
    'editing.confirm': { mode: 'NEW', to: 'confirm' },
    adding: { mode: 'NEW', to: 'confirm', press: 'Save', holds: 'addOrganization' },
    saving: { mode: 'EDIT', to: 'confirm', press: 'Save', holds: 'saveOrganization' },
    conflict: { mode: 'EDIT', to: 'confirm', press: 'Save', meanwhile: true },
  },
};

const user: Walk = {
  flow: 'user',
  add: '/editor/user',
  edit: (subject) => `/editor/user/${subject}`,
  steps: [
    {
      screen: 'person',
      async fill(page, name) {
        await type(page, '/firstName', 'Margaret');
        await type(page, '/lastName', name);
        await type(page, '/email', `${name.toLowerCase().replace(/\W+/g, '-')}@example.com`);
        await type(page, '/userInactivityTimeout', '75');
      },
    },
    {
      screen: 'permissions',
      async fill(page) {
        await page.getByLabel('View organizations').first().check();
        await page.getByLabel('View devices and monitors').first().check();
      },
    },
    { screen: 'confirm', fill: nothing },
  ],
  async make(product, cookie, name) {
    const reply = await callByApi(product, cookie, 'POST', '/appuser', {
      firstName: 'Margaret',
      lastName: `${name} before`,
      email: `before-${name.toLowerCase().replace(/\W+/g, '-')}@example.com`,
    });
    return String((reply['appuser'] as { id: number }).id);
  },
  async changeElsewhere(product, cookie, subject) {
    const { firstName, lastName, email } = await callByApi(product, cookie, 'GET', `/appuser/${subject}`);
    const content = { notification: { email: false } };
    await callByApi(product, cookie, 'PUT', `/appuser/${subject}`, { firstName, lastName, email, content });
  },
  async count(product, cookie, name) {
    const users = (await callByApi(product, cookie, 'GET', '/appuser')) as unknown as { lastName: string }[];
    return users.filter(({ lastName }) => lastName === name).length;
  },
  states: {
    loading: { mode: 'EDIT', holds: 'readUser' },
    loadFailed: { mode: 'EDIT', refuses: 'readUser' },
    'editing.person': { mode: 'NEW', to: 'person' },
    'editing.permissions': { mode: 'NEW', to: 'permissions' },
    'editing.confirm': { mode: 'NEW', to: 'confirm' },
    adding: { mode: 'NEW', to: 'confirm', press: 'Save', holds: 'addUser' },
    saving: { mode: 'EDIT', to: 'confirm', press: 'Save', holds: 'saveUser' },
    conflict: { mode: 'EDIT', to: 'confirm', press: 'Save', meanwhile: true },
    added: { mode: 'NEW', to: 'confirm', press: 'Save' },
  },
};

/** The organization that monitors belong to. */
export const monitored = 'Adventure Works';

const cloudMonitor: Walk = {
  flow: 'cloud-monitor',
  add: '/editor/cloudMonitor',
  edit: (subject) => `/wizard/cloudMonitor/${subject}`,
  steps: [
    {
      screen: 'setup',
      async fill(page, name, by) {
        await type(page, '/monitorName', name);
        // An entity that is edited has all this already, and its type is locked.
        if (page.url().includes('/wizard/')) return;
        await choose(page, '/clientId', monitored);
        await choose(page, '/locationId', 'Main office');
        if (by === 'EMAIL') return pick(page, '/monitorType', 'Email');
        await pick(page, '/monitorType', 'HTTP');
        await type(page, '/httpHostname', 'http://127.0.0.1:9/');
        await field(page, '/methodType').locator('input').first().waitFor();
        await field(page, '/authenticationType').locator('input').first().waitFor();
      },
    },
    {
      screen: 'outbound',
      by: 'EMAIL',
      async fill(page) {
        await type(page, '/senderEmail', 'monitor@example.com');
        await type(page, '/receiverEmail', 'mailbox@example.com');
        await type(page, '/smtpHostname', 'smtp.example.com');
        await field(page, '/smtpAuthRequired').getByRole('switch').uncheck();
      },
    },
    {
      screen: 'inbound',
      by: 'EMAIL',
      async fill(page) {
        await type(page, '/imapHostname', 'imap.example.com');
        await type(page, '/imapReceiverUsername', 'mailbox');
        await type(page, '/imapReceiverPassword', 'is not kept');
      },
    },
    {
      screen: 'request',
      by: 'HTTP',
      async fill(page) {
        await type(page, '/requestHeaders/0/name', 'X-Asked-By');
        await type(page, '/requestHeaders/0/value', 'Cairn');
      },
    },
    {
      screen: 'conditions',
      async fill(page) {
        await page.getByRole('button', { name: 'Add a condition' }).click();
        const dialog = page.getByRole('dialog');
        await type(page, '/conditionName', 'It is down');
        await dialog.getByRole('button', { name: 'Add', exact: true }).click();
        await dialog.waitFor({ state: 'hidden' });
        await field(page, '/conditions/0/enabled').locator('input').first().waitFor({ state: 'attached' });
      },
    },
    { screen: 'confirm', fill: nothing },
  ],
  async make(product, cookie, name) {
    const clients = (await callByApi(product, cookie, 'GET', '/client/list')) as unknown as {
      id: number;
      name: string;
    }[];
    const clientId = clients.find((client) => client.name === monitored)?.id ?? 0;
    const locations = (await callByApi(product, cookie, 'GET', `/client/${clientId}/location`)) as unknown as {
      id: number;
    }[];
    const reply = await callByApi(product, cookie, 'POST', '/cloudmonitor', {
      enabled: false,
      clientId,
      locationId: locations[0]?.id,
      monitorType: 'HTTP',
      monitorName: `${name} before`,
      frequency: 3600,
      timeout: 5,
      httpHostname: 'http://127.0.0.1:9/',
      methodType: 'GET',
      authenticationType: 'NONE',
      saveResponseBody: true,
      saveCertificateInformation: true,
      requestHeaders: [],
      requestBodyType: 'NONE',
      conditions: [],
    });
    return String((reply['cloudMonitor'] as { id: number }).id);
  },
  changeElsewhere: (product, cookie, subject) =>
    callByApi(product, cookie, 'PATCH', `/cloudmonitor/${subject}/enabled`, { enabled: true }),
  async count(product, cookie, name) {
    const { items } = await callByApi(product, cookie, 'GET', '/cloudmonitor?limit=200');
    return (items as { monitorName: string }[]).filter(({ monitorName }) => monitorName === name).length;
  },
  states: {
    loading: { mode: 'EDIT', holds: 'readMonitor' },
    loadFailed: { mode: 'EDIT', refuses: 'readMonitor' },
    'editing.setup': { mode: 'NEW', to: 'setup' },
    'editing.outbound': { mode: 'NEW', by: 'EMAIL', to: 'outbound' },
    'editing.inbound': { mode: 'NEW', by: 'EMAIL', to: 'inbound' },
    'editing.request': { mode: 'NEW', to: 'request' },
    'editing.conditions': { mode: 'NEW', to: 'conditions' },
    'editing.confirm': { mode: 'NEW', to: 'confirm' },
    'editing.testing': { mode: 'NEW', to: 'confirm', press: 'Test now', holds: 'testMonitor' },
    adding: { mode: 'NEW', to: 'confirm', press: 'Save', holds: 'addMonitor' },
    saving: { mode: 'EDIT', to: 'confirm', press: 'Save', holds: 'saveMonitor' },
    conflict: { mode: 'EDIT', to: 'confirm', press: 'Save', meanwhile: true },
  },
};

/** By flow. */
export const consoleWalks: Record<string, Walk> = {
  organization,
  user,
  script,
  'install-automation': installAutomation,
  'run-automation': runAutomation,
  'cloud-monitor': cloudMonitor,
};

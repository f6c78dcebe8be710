// How each state of the flows inside the console is reached by walking the real page.
import type { Page } from 'playwright-core';
import type { CallName } from '#api/contract/catalogue.ts';
import type { Mode } from '#engine/flow/flow.ts';
import { callByApi } from '../product/person.ts';
import type { Product } from '../product/product.ts';
import { choose, field, pick, type } from './form.ts';

/** Where a state stands: the step walked to, what is pressed there, and what happens to the request behind it. */
export interface Way {
  mode: Mode;
  /** Which of its forks the flow takes, where there are some. */
  by?: string;
  /** The step at which the walk stops; absent where it never gets to one. */
  to?: string;
  press?: string;
  /** Somebody else saves the thing before this is pressed. */
  meanwhile?: true;
  holds?: CallName;
  refuses?: CallName;
  /** The test that leaves this state instead. */
  elsewhere?: string;
}

export interface Walk {
  flow: string;
  add: string;
  edit(subject: string): string;
  /** The steps in order, and how each is filled in for a thing of this name. */
  steps: { screen: string; fill(page: Page, name: string, by?: string): Promise<void>; by?: string }[];
  /** A thing to edit, made by the API; answers its id. */
  make(product: Product, cookie: string, name: string): Promise<string>;
  /** Somebody else changes a field of it that the walk leaves alone. */
  changeElsewhere(product: Product, cookie: string, subject: string): Promise<unknown>;
  /** How many things of this name the server holds. */
  count(product: Product, cookie: string, name: string): Promise<number>;
  /** By state. */
  states: Record<string, Way>;
}

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

const scriptBody = (name: string) => ({
  name,
  language: 'sh',
  operatingSystems: ['Linux'],
  architecture: ['64'],
  categoriesIds: [3],
  script: 'df -h',
});

const script: Walk = {
  flow: 'script',
  add: '/editor/script/new',
  edit: (subject) => `/editor/script/${subject}`,
  steps: [
    {
      screen: 'details',
      async fill(page, name) {
        await field(page, '/script').locator('.cm-content').fill('df -h --all');
        await type(page, '/name', name);
        await type(page, '/description', `All about ${name}`);
        // One that is edited is in a category.
        if (page.url().includes('/script/new')) await choose(page, '/categoriesIds', 'Maintenance');
      },
    },
  ],
  async make(product, cookie, name) {
    const reply = await callByApi(product, cookie, 'POST', '/scripting/scripts', scriptBody(`${name} before`));
    return String((reply['script'] as { id: number }).id);
  },
  async changeElsewhere(product, cookie, subject) {
    const { name } = await callByApi(product, cookie, 'GET', `/scripting/scripts/${subject}`);
    const body = { ...scriptBody(String(name)), architecture: ['32'] };
    await callByApi(product, cookie, 'PUT', `/scripting/scripts/${subject}`, body);
  },
  async count(product, cookie, name) {
    const scripts = (await callByApi(product, cookie, 'GET', '/scripting/scripts')) as unknown as { name: string }[];
    return scripts.filter((one) => one.name === name).length;
  },
  states: {
    loading: { mode: 'EDIT', holds: 'readScript' },
    loadFailed: { mode: 'EDIT', refuses: 'readScript' },
    'editing.details': { mode: 'NEW', to: 'details' },
    adding: { mode: 'NEW', to: 'details', press: 'Save', holds: 'addScript' },
    saving: { mode: 'EDIT', to: 'details', press: 'Save', holds: 'saveScript' },
    conflict: { mode: 'EDIT', to: 'details', press: 'Save', meanwhile: true },
  },
};

const installBody = (name: string) => ({
  name,
  operatingSystems: ['Linux'],
  architecture: ['64'],
  categoriesIds: [3],
  uploadType: 'URL',
  url: 'https://downloads.example.com/setup.run',
});
const installers = '/scripting/scripts/upload-application';

/** From an address: tests/browser/installers.test.ts sends a file. */
const installAutomation: Walk = {
  flow: 'install-automation',
  add: '/editor/install/new',
  edit: (subject) => `/editor/install/${subject}`,
  steps: [
    {
      screen: 'details',
      async fill(page, name) {
        await type(page, '/name', name);
        await type(page, '/description', `All about ${name}`);
        if (!page.url().includes('/install/new')) return;
        await choose(page, '/categoriesIds', 'Maintenance');
        await field(page, '/uploadType').getByText('URL').click();
        await type(page, '/url', 'https://downloads.example.com/setup.run');
      },
    },
  ],
  async make(product, cookie, name) {
    const reply = await callByApi(product, cookie, 'POST', installers, installBody(`${name} before`));
    return String((reply['automation'] as { id: number }).id);
  },
  async changeElsewhere(product, cookie, subject) {
    const { name } = await callByApi(product, cookie, 'GET', `${installers}/${subject}`);
    await callByApi(product, cookie, 'PUT', `${installers}/${subject}`, {
      ...installBody(String(name)),
      architecture: ['32'],
    });
  },
  async count(product, cookie, name) {
    const scripts = (await callByApi(product, cookie, 'GET', '/scripting/scripts')) as unknown as { name: string }[];
    return scripts.filter((one) => one.name === name).length;
  },
  states: {
    loading: { mode: 'EDIT', holds: 'readInstallAutomation' },
    loadFailed: { mode: 'EDIT', refuses: 'readInstallAutomation' },
    'editing.details': { mode: 'NEW', to: 'details' },
    checking: { mode: 'NEW', to: 'details', press: 'Save', holds: 'checkInstallAutomation' },
    // Whoever comes back has to choose the file again.
    uploading: { mode: 'NEW', elsewhere: 'tests/browser/installers.test.ts' },
    adding: { mode: 'NEW', to: 'details', press: 'Save', holds: 'addInstallAutomation' },
    saving: { mode: 'EDIT', to: 'details', press: 'Save', holds: 'saveInstallAutomation' },
    conflict: { mode: 'EDIT', to: 'details', press: 'Save', meanwhile: true },
  },
};

/** By flow. */
export const consoleWalks: Record<string, Walk> = {
  organization,
  user,
  script,
  'install-automation': installAutomation,
  'cloud-monitor': cloudMonitor,
};

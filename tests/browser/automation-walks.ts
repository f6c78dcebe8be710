// How people add and edit automations: scripts, and what installs or runs an application.
import { callByApi } from '../product/person.ts';
import type { Product } from '../product/product.ts';
import { choose, field, type } from './form.ts';
import type { Walk } from './walk.ts';

async function countScripts(product: Product, cookie: string, name: string): Promise<number> {
  const scripts = (await callByApi(product, cookie, 'GET', '/scripting/scripts')) as unknown as { name: string }[];
  return scripts.filter((one) => one.name === name).length;
}

const scriptBody = (name: string) => ({
  name,
  language: 'sh',
  operatingSystems: ['Linux'],
  architecture: ['64'],
  categoriesIds: [3],
  script: 'df -h',
});

export const script: Walk = {
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
  count: countScripts,
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
export const installAutomation: Walk = {
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
  count: countScripts,
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

const applicationBody = (name: string) => ({
  name,
  language: 'binary_run',
  operatingSystems: ['Linux'],
  categoriesIds: [3],
  binaryRunSettings: { runnableLocalPath: '/opt/tools/check' },
});
const applications = '/scripting/scripts/run-application';

export const runAutomation: Walk = {
  flow: 'run-automation',
  add: '/editor/run/new',
  edit: (subject) => `/editor/run/${subject}`,
  steps: [
    {
      screen: 'details',
      async fill(page, name) {
        await type(page, '/name', name);
        await type(page, '/description', `All about ${name}`);
        if (!page.url().includes('/run/new')) return;
        await choose(page, '/categoriesIds', 'Maintenance');
        await type(page, '/runnableLocalPath', 'C:\\Tools\\check.exe');
      },
    },
  ],
  async make(product, cookie, name) {
    const reply = await callByApi(product, cookie, 'POST', applications, applicationBody(`${name} before`));
    return String((reply['automation'] as { id: number }).id);
  },
  async changeElsewhere(product, cookie, subject) {
    const { name } = await callByApi(product, cookie, 'GET', `${applications}/${subject}`);
    await callByApi(product, cookie, 'PUT', `${applications}/${subject}`, {
      ...applicationBody(String(name)),
      binaryRunSettings: { runnableLocalPath: '/opt/tools/other' },
    });
  },
  count: countScripts,
  states: {
    loading: { mode: 'EDIT', holds: 'readRunAutomation' },
    loadFailed: { mode: 'EDIT', refuses: 'readRunAutomation' },
    'editing.details': { mode: 'NEW', to: 'details' },
    adding: { mode: 'NEW', to: 'details', press: 'Save', holds: 'addRunAutomation' },
    saving: { mode: 'EDIT', to: 'details', press: 'Save', holds: 'saveRunAutomation' },
    conflict: { mode: 'EDIT', to: 'details', press: 'Save', meanwhile: true },
  },
};

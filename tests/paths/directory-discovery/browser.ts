import type { Page } from 'playwright-core';
import { readInventory } from '#agent/inventory/inventory.ts';
import type { Answers } from '#engine/flow/flow.ts';
import english from '../../../src/public/locales/en-us.json' with { type: 'json' };
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import { choices, ownPlace, twoCredentials } from '../browser/own-place.ts';
import { PathAgent, runEnded, until } from '../browser/path-agent.ts';
import known from './flow.ts';

const domain = 'DC=corp,DC=test';
const sales = `OU=Sales,${domain}`;
const guidOf = (index: number) => `00000000-0000-4000-8000-00000000000${index}`;
const computers = Array.from({ length: 8 }, (_, index) => ({
  objectGuid: guidOf(index + 1),
  name: `PC${index + 1}`,
  hostName: `pc${index + 1}.corp.test`,
  os: 'Windows 11 Pro',
  ouPath: sales,
  isServer: false,
}));
const valid = { code: 'succeeded', message: '' };
const route = '/activeDirectory';

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const place = await ownPlace({ product, cookie });
    const { client, locations } = place;
    const credentials = await twoCredentials(place, 'BASIC');
    const call = (method: string, at: string, body?: unknown) => callByApi(product, cookie, method, at, body);
    const start = (name: string) =>
      PathAgent.start(
        product,
        cookie,
        { clientId: client.id, locationId: locations[0].id, name },
        ['directory.read', 'directory.signIn'],
        {
          readInventory: async () => ({
            ...(await readInventory()),
            directory: { domain: 'corp.test', namingContext: domain },
          }),
          deploy: async () => ({ code: 'no_channel', message: '', hostKey: '' }),
        },
      );
    const [agent, other] = await Promise.all([start('dc-1'), start('dc-2')]);
    await until('the domain controllers do not tell their domain', async () => {
      const all = (await call(
        'GET',
        `/activedirectory/domaincontroller?clientId=${client.id}`,
      )) as unknown as unknown[];
      return all.length === 2 ? true : undefined;
    });
    const chosen = choices({
      clientId: [client],
      domainController: [
        { id: agent.nodeId, name: 'dc-1' },
        { id: other.nodeId, name: 'dc-2' },
      ],
      directoryCredentialId: credentials,
      credentialId: credentials,
      windowsServersLocation: locations,
      windowsWorkstationsLocation: locations,
    });
    const where = {
      clientId: client.id,
      domainController: agent.nodeId,
      allowPlain: false,
    };
    const credentialId = credentials[0].id;

    /** Saves a job about the path, with everything that the wizard asks for. */
    async function saveJob(name: string, jobType: 'AD_HOC' | 'SCHEDULED', ouPath: string): Promise<number> {
      const { id: test } = await call('POST', '/activedirectory/credential', { ...where, credentialId });
      (await agent.task('directory.signIn')).finish(valid);
      await runEnded(product, cookie, test);
      const isScheduled = jobType === 'SCHEDULED';
      const { job } = await call('POST', '/activedirectory/job', {
        name,
        clientId: client.id,
        jobType,
        credentialId,
        test,
        content: {
          ouPath,
          domainController: { id: agent.nodeId },
          recursiveOuPath: true,
          directoryCredentialId: credentialId,
          allowPlain: false,
          ...(isScheduled && {
            schedule: { repeats: 'WEEKLY', daysOfWeek: ['MON'], runAtHour: 2, runAtMinute: 0 },
            deployment: {
              windowsServers: true,
              windowsServersApprovalMode: 'AUTO_APPROVE',
              windowsServersLocation: locations[0].id,
              windowsWorkstations: false,
            },
          }),
        },
      });
      return (job as { id: number }).id;
    }

    let clashing: number | undefined;
    const prepared = {
      answers: (_: string, data: Answers) => chosen.answers(data),
      words: (pointer: string, value: unknown) =>
        pointer === '/devices/key'
          ? computers.find(({ objectGuid }) => objectGuid === value)?.name
          : chosen.words(pointer, value),
      jobs: {
        readDirectory: {
          agent,
          method: 'directory.read' as const,
          begins: () => computers,
        },
        validateDirectoryCredential: { agent, method: 'directory.signIn' as const, progress: 'none' as const },
      },
      before: {
        // Another job has the same path for as long as the server is to say so.
        async 'checkDirectoryJob done same path'() {
          clashing ??= await saveJob('Before', 'SCHEDULED', domain);
        },
        async 'checkDirectoryJob done free'() {
          if (clashing !== undefined) await call('DELETE', `/activedirectory/job/${clashing}`);
          clashing = undefined;
        },
      },
      end: async () => {
        await Promise.all([agent.stop(), other.stop()]);
      },
    };
    if (path.input === 'NEW') return { ...prepared, place: { route, open: openNew, resumes: true } };
    const isEdit = path.input === 'EDIT';
    const name = `${isEdit ? 'Nightly' : 'Job'} of ${client.name}`;
    const id = await saveJob(name, isEdit ? 'SCHEDULED' : 'AD_HOC', sales);
    const open = async (page: Page) => {
      await page.getByRole('button', { name: `Actions of ${name}` }).click();
      await page.getByRole('menuitem', { name: isEdit ? 'Edit' : 'Run', exact: true }).click();
    };
    // The page finds the job by its name.
    const answers = (screen: string, data: Answers) =>
      isEdit && screen === 'naming' ? { ...data, name } : prepared.answers(screen, data);
    // The paths answer with the OU path that the edited job has itself, and the server lets no other job have it.
    const taken = { 'checkDirectoryJob done same path': known.replies?.['checkDirectoryJob']?.['same path'] };
    return {
      ...prepared,
      ...(isEdit && { given: taken }),
      answers,
      subject: String(id),
      params: { revision: '1' },
      // The page lists the jobs of all organizations; a person narrows them to their own.
      place: { route: `${route}?client=${client.id}`, open, resumes: true },
    };
  },
});

async function openNew(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: english.shell.add, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Discover Active Directory' }).click();
}

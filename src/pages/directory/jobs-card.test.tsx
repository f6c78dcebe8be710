// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

type Job = CallReply<'readDirectoryJob'>;

const job = (more: Partial<Job> = {}, content: Partial<Job['content']> = {}): Job => ({
  id: 7,
  name: 'Sales every night',
  clientId: 3,
  clientName: 'Northwind',
  jobType: 'SCHEDULED',
  runOnce: false,
  credentialId: 5,
  createdBy: 'Ada Lovelace',
  createdAt: new Date().toISOString(),
  updatedAt: new Date().toISOString(),
  running: false,
  lastRunAt: new Date(Date.now() - 60_000).toISOString(),
  lastOutcome: 'failed',
  lastResult: 'The domain controller is offline.',
  nextRunAt: new Date(Date.now() + 3_600_000).toISOString(),
  timeZone: 'Europe/Berlin',
  revision: 3,
  ...more,
  content: {
    ouPath: 'OU=Sales,DC=corp,DC=test',
    domainController: { id: 4, name: 'dc1' },
    recursiveOuPath: true,
    directoryCredentialId: 5,
    allowPlain: false,
    schedule: { repeats: 'DAILY', runAtHour: 2, runAtMinute: 5 },
    deployment: {
      windowsServers: false,
      windowsWorkstations: true,
      windowsWorkstationsApprovalMode: 'PENDING_APPROVAL',
      windowsWorkstationsLocation: 9,
    },
    candidateNodes: [{ name: 'SALES-PC1', objectGuid: 'g', status: 'PENDING', location: 'Delft' }],
    ...content,
  },
});
const listed = (...items: Job[]) => ({
  listDirectoryJobs: () => ({
    items: items.map((one) => {
      const { candidateNodes: _, ...content } = one.content;
      return { ...one, content };
    }),
    total: items.length,
  }),
  listDirectoryDevices: () => ({ items: [], total: 0 }),
});
const row = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement;

async function choose(name: string, act: string): Promise<void> {
  await userEvent.click(within(await row(name)).getByRole('button', { name: `Actions of ${name}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: act }));
}

it('lists the jobs of the organization in the address, with schedule and last run in words (F04-41, F04-56)', async () => {
  const asked: unknown[] = [];
  const { listDirectoryJobs, ...rest } = listed(
    job(),
    job({ id: 8, name: 'Hourly' }, { schedule: { repeats: 'HOURLY', runAtMinute: 15 } }),
    job(
      { id: 9, name: 'Weekly' },
      { schedule: { repeats: 'WEEKLY', daysOfWeek: ['MON'], runAtHour: 9, runAtMinute: 0 } },
    ),
    job({ id: 10, name: 'Monthly' }, { schedule: { repeats: 'MONTHLY', dayOfMonth: 0, runAtHour: 9, runAtMinute: 0 } }),
    job({ id: 11, name: 'By hand', jobType: 'AD_HOC', nextRunAt: null }, { schedule: null, deployment: null }),
  );
  given({
    ...rest,
    listDirectoryJobs({ query }) {
      asked.push(query);
      return listDirectoryJobs();
    },
  });
  await open('/activeDirectory?client=3');
  const first = within(await row('Sales every night'));
  expect(first.getByText('Daily at 02:05 (Europe/Berlin)')).toBeTruthy();
  expect(first.getByText('The domain controller is offline.')).toBeTruthy();
  expect(first.getByText('OU=Sales,DC=corp,DC=test · dc1')).toBeTruthy();
  expect(within(await row('Hourly')).getByText('Hourly at 15 past the hour (Europe/Berlin)')).toBeTruthy();
  expect(within(await row('Weekly')).getByText('Monday at 09:00 (Europe/Berlin)')).toBeTruthy();
  expect(within(await row('Monthly')).getByText('Monthly on the last day at 09:00 (Europe/Berlin)')).toBeTruthy();
  expect(within(await row('By hand')).getByText('Ad hoc')).toBeTruthy();
  expect(asked[0]).toMatchObject({ clientId: '3' });
});

it('says that there are no jobs, and why they could not be fetched', async () => {
  given(listed());
  await open('/activeDirectory');
  expect(await screen.findByText('No discovery jobs yet')).toBeTruthy();
});

it('runs a scheduled job at once, and says that it runs', async () => {
  const ran: unknown[] = [];
  let running = false;
  given({
    ...listed(),
    listDirectoryJobs: () => listed(job({ running })).listDirectoryJobs(),
    runDirectoryJob({ params }) {
      ran.push(params.id);
      running = true;
      return { resultCode: 'SUCCESS' };
    },
  });
  await open('/activeDirectory');
  await choose('Sales every night', 'Run');
  await waitFor(() => expect(ran).toEqual(['7']));
  expect(await screen.findByText('Running')).toBeTruthy();
});

it('asks before it deletes a job', async () => {
  const deleted: unknown[] = [];
  given({
    ...listed(job()),
    removeDirectoryJob({ params }) {
      deleted.push(params.id);
      return { resultCode: 'SUCCESS' };
    },
  });
  await open('/activeDirectory');
  await choose('Sales every night', 'Delete job');
  const dialog = await screen.findByRole('dialog', { name: 'Delete job “Sales every night”' });
  expect(deleted).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete job' }));
  await waitFor(() => expect(deleted).toEqual(['7']));
});

it('shows what a job does, and the computers that it found new (F04-08, F04-09)', async () => {
  given({ ...listed(job()), readDirectoryJob: () => job() });
  await open('/activeDirectory');
  await userEvent.click(await row('Sales every night'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sales every night' }));
  expect(await dialog.findByText('Mark as pending')).toBeTruthy();
  expect(dialog.getByText('Left alone')).toBeTruthy();
  expect(dialog.getByText('SALES-PC1')).toBeTruthy();
  expect(dialog.getByText('OU=Sales,DC=corp,DC=test, with the OUs below it')).toBeTruthy();
});

it('edits a scheduled job with its values', async () => {
  given({ ...listed(job()), readDirectoryJob: () => job() });
  await open('/activeDirectory');
  await choose('Sales every night', 'Edit');
  const path = await screen.findByLabelText(/OU path/, {}, { timeout: 30_000 });
  expect((path as HTMLInputElement).value).toBe('OU=Sales,DC=corp,DC=test');
  expect(screen.getByRole('radio', { name: /^Scheduled/ }).hasAttribute('disabled')).toBe(true);
});

it('runs an ad hoc job in the wizard, which reads its OU and has the second step alone (F04-21)', async () => {
  const read: unknown[] = [];
  const byHand = job({ jobType: 'AD_HOC', nextRunAt: null }, { schedule: null, deployment: null });
  given({
    ...listed(byHand),
    readDirectoryJob: () => byHand,
    readDirectory({ body }) {
      read.push(body);
      throw new Error('not answered');
    },
  });
  await open('/activeDirectory');
  await choose('Sales every night', 'Run');
  await userEvent.click(await screen.findByRole('button', { name: 'Read computers' }, { timeout: 30_000 }));
  await waitFor(
    () =>
      expect(read[0]).toEqual({
        clientId: 3,
        domainController: 4,
        directoryCredentialId: 5,
        allowPlain: false,
        ouPath: 'OU=Sales,DC=corp,DC=test',
        recursiveOuPath: true,
      }),
    { timeout: 30_000 },
  );
});

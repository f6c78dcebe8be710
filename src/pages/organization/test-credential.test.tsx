// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { at, given, open, organization, withConsole } from '#tests/console/harness.tsx';

withConsole();

const run = {
  id: '0198c0de-0000-7000-8000-000000000001',
  kind: 'agent:credential.test',
  subject: '9',
  state: 'running',
  progress: { stage: 'work', stages: ['work'], done: 0, total: 0, rate: 0, secondsLeft: null },
  lastSeq: 0,
  result: null as unknown,
  refusal: null as unknown,
  cancelRequested: false,
  createdAt: at,
  startedAt: at,
  endedAt: null as string | null,
};

/** The dialog, filled in and sent; the run ends as `end` says when the test lets it. */
async function tested(end: Partial<typeof run>) {
  const sent: unknown[] = [];
  let current: typeof run = run;
  given({
    readOrganization: () => organization as never,
    listCredentials: () => [
      { id: 4, name: 'Switches', credentialType: 'SNMP_V2C', expiresOn: '' },
      { id: 5, name: 'Domain', credentialType: 'BASIC', expiresOn: '' },
    ],
    listLocations: () => [{ clientId: 3, address: '', country: '', description: '', id: 1, name: 'Main office' }],
    listNetworkProbes: () => [{ nodeId: 9, nodeName: 'probe-1', isUp: true, inability: null }],
    startDeviceCommand: ({ params, body }) => {
      sent.push({ params, body });
      return run as never;
    },
    readRun: () => current as never,
  });
  const user = await open('/customerDashboard/3/overview');
  // It is tested where it is used: by VM hosts and directories.
  await user.click(await screen.findByRole('button', { name: 'More actions for “Domain”' }));
  await screen.findByRole('menuitem', { name: 'Edit' });
  expect(screen.queryByRole('menuitem', { name: 'Test' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'More actions for “Switches”' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Test' }));
  await screen.findByRole('heading', { name: 'Test credential “Switches”' });
  await user.click(screen.getByRole('button', { name: 'Test' }));
  expect((await screen.findAllByText('Required')).length).toBeGreaterThan(0);
  // The only location and the only probe are chosen already.
  await screen.findByDisplayValue('probe-1', {}, { timeout: 30_000 });
  await user.type(screen.getByRole('textbox', { name: /IP address of a device/ }), '192.0.2.7');
  await user.click(screen.getByRole('button', { name: 'Test' }));
  await screen.findByText('Checking…');
  current = { ...run, endedAt: at, ...end };
  return sent;
}

it('tests a credential by a probe: checking, then valid (F22-09)', async () => {
  const sent = await tested({ state: 'done', result: { result: 'valid', reason: 'answered', name: 'core-1' } });
  expect(await screen.findByText('Valid', {}, { timeout: 30_000 })).toBeDefined();
  expect(screen.getByText('192.0.2.7 accepted it. The name of the device is “core-1”.')).toBeDefined();
  // The answers stay for the next test.
  expect(screen.getByDisplayValue('192.0.2.7')).toBeDefined();
  expect(screen.queryByText('Required')).toBeNull();
  const params = { address: '192.0.2.7', credential: 4 };
  expect(sent).toEqual([{ params: { id: '9' }, body: { method: 'credential.test', params } }]);
});

it.each([
  [
    { state: 'done', result: { result: 'invalid', reason: 'unknown_user', name: '' } },
    'Invalid',
    '192.0.2.7 does not know the user name.',
  ],
  [
    { state: 'refused', refusal: { code: 'x', message: 'The device did not take the command in time.' } },
    'The credential was not tested',
    'The device did not take the command in time.',
  ],
])('says why a credential is not valid, or was not tested (F22-09): %j', async (end, title, text) => {
  await tested(end);
  expect(await screen.findByText(title, {}, { timeout: 30_000 })).toBeDefined();
  expect(screen.getByText(text)).toBeDefined();
});

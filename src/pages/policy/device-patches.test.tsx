// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { computer } from '#tests/console/computer.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

type Effective = CallReply<'readDevicePolicy'>;
type Patches = NonNullable<Effective['patchManagement']>;

const standard = { kind: 'DIVISION' as const, policyId: null, name: '' };
const servers = { kind: 'POLICY' as const, policyId: 1, name: 'Servers' };
const value = <T,>(one: T, source: typeof standard | typeof servers) => ({
  value: one,
  source,
  inherited: { value: one, source },
});
const patches: Patches = {
  values: {
    enabled: value(true, servers),
    schedule: value({ repeats: 'DAILY' as const, repeatsEveryCount: 2 }, servers),
    install: value('SECURITY' as const, standard),
    reboot: value(false, standard),
  },
  held: false,
  delivery: { state: 'none', version: 0, at: null, reason: '' },
};

async function card(patchManagement: Effective['patchManagement']) {
  given({
    readDevice: () => computer,
    readDevicePolicy: () => ({
      policy: { id: 1, name: 'Servers' },
      assignedTo: 'LOCATION',
      ownPolicyId: null,
      values: [],
      revision: 1,
      automations: [],
      patchManagement,
      nodeClass: 'LINUX_SERVER',
      mayChange: false,
      choices: [],
    }),
  });
  await open('/deviceDashboard/7/overview');
  return within(await screen.findByRole('region', { name: 'Policy' }));
}

describe('the patch settings of a device', () => {
  it('show each value, its source, and what the agent did with them', async () => {
    const policy = await card({
      ...patches,
      held: true,
      delivery: {
        state: 'refused',
        version: 4,
        at: '2026-11-21T08:00:00.000Z',
        reason: 'The device allows no patching.',
      },
    });
    const settings = within(await policy.findByRole('region', { name: 'Patches' }));
    expect(settings.getAllByRole('group').map(({ textContent }) => textContent)).toEqual([
      'Manage patchesOnInherited from Servers',
      'InstallEvery 2 daysInherited from Servers',
      'UpdatesSecurity updates onlyDefault of Cairn',
      'Reboot when an update needs itOffDefault of Cairn',
    ]);
    expect(settings.getByText(/^Maintenance holds patching/)).toBeDefined();
    expect(settings.getByRole('status').textContent).toContain('The device allows no patching.');
  });

  it('say when the server sends them, before it has sent any', async () => {
    const policy = await card(patches);
    expect(await policy.findByText('The server sends these settings to the agent within a minute.')).toBeDefined();
  });

  it('show only that patching is off, when it is off', async () => {
    const policy = await card({
      ...patches,
      held: true,
      values: { ...patches.values, enabled: value(false, standard) },
    });
    const settings = within(await policy.findByRole('region', { name: 'Patches' }));
    expect(settings.getAllByRole('group')).toHaveLength(1);
    expect(settings.queryByText(/Maintenance|within a minute/)).toBeNull();
  });

  it('are absent on a device without patch settings', async () => {
    const policy = await card(null);
    await policy.findByText(/Servers/);
    expect(policy.queryByRole('region', { name: 'Patches' })).toBeNull();
  });

  it('offer Try again when they cannot be loaded', async () => {
    given({ readDevice: () => computer, readDevicePolicy: () => new MockRefusal('unavailable') });
    await open('/deviceDashboard/7/overview');
    const policy = within(await screen.findByRole('region', { name: 'Policy' }));
    expect(await policy.findByRole('button', { name: 'Try again' })).toBeDefined();
  });
});

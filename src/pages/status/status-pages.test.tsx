// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { at, given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const acme = {
  id: 3,
  title: 'Acme',
  addressType: 'UNGUESSABLE' as const,
  slug: 'aZ3',
  enabled: true,
  monitors: [{ monitorId: 1, monitorName: 'shop-01', clientName: 'Acme Ltd', name: 'Web shop' }],
  createdAt: at,
  updatedAt: at,
};
const listed = { listWebhooks: () => [], listStatusPages: () => [acme] };
const settings = '/administration/general/settings';

describe('the status pages of the settings', () => {
  it('are listed with their address, and turned off in place', async () => {
    let sent: unknown;
    given({
      ...listed,
      saveStatusPage: ({ params, body }) => {
        sent = [params.id, body];
        return { resultCode: 'SUCCESS', statusPage: { ...acme, enabled: false } };
      },
    });
    const user = await open(settings);
    const link = await screen.findByRole('link', { name: /Acme/ });
    expect(link.getAttribute('href')).toMatch(/\/#\/status\/aZ3$/);
    await user.click(screen.getByRole('switch', { name: '“Acme” is on' }));
    await waitFor(() =>
      expect(sent).toEqual([
        '3',
        {
          title: 'Acme',
          addressType: 'UNGUESSABLE',
          enabled: false,
          monitors: [{ monitorId: 1, name: 'Web shop' }],
        },
      ]),
    );
  });

  it('get another address only after the person confirmed', async () => {
    const renewed: unknown[] = [];
    given({
      ...listed,
      renewStatusAddress: ({ params }) => {
        renewed.push(params.id);
        return { resultCode: 'SUCCESS', statusPage: acme };
      },
    });
    const user = await open(settings);
    await user.click(await screen.findByRole('button', { name: 'More actions for “Acme”' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Make a new address' }));
    const dialog = await screen.findByRole('dialog', { name: 'Make a new address for “Acme”' });
    expect(renewed).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Make a new address' }));
    await screen.findByText('The status page has a new address');
    expect(renewed).toEqual(['3']);
  });

  it('begin with a form when there are none', async () => {
    given({
      listWebhooks: () => [],
      listStatusChoices: () => [{ id: 1, monitorName: 'shop-01', clientName: 'Acme Ltd' }],
    });
    const user = await open(settings);
    await user.click(await screen.findByRole('button', { name: 'Add status page' }));
    await screen.findByRole('heading', { name: 'Status page', level: 1 });
    await user.click(await within(screen.getByRole('dialog')).findByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Required')).length).toBeGreaterThan(0);
  });
});

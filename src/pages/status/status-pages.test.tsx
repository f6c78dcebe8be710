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
  openIncidents: 0,
  custom: {},
  revision: 1,
  createdAt: at,
  updatedAt: at,
};
const listed = { listStatusPages: () => [acme] };
const settings = '/administration/apps/statusPages';

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
      listStatusChoices: () => [{ id: 1, monitorName: 'shop-01', clientName: 'Acme Ltd' }],
    });
    const user = await open(settings);
    await user.click(await screen.findByRole('button', { name: 'Add status page' }));
    await screen.findByRole('heading', { name: 'Status page', level: 1 });
    await user.click(await within(screen.getByRole('dialog')).findByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Required')).length).toBeGreaterThan(0);
  });
});

describe('the incidents of a status page', () => {
  const incident = {
    id: 5,
    title: 'Orders delayed',
    startedAt: at,
    endedAt: null,
    updates: [{ state: 'INVESTIGATING' as const, text: 'We are looking.', at }],
  };
  const openModal = async () => {
    const user = await open(settings);
    await user.click(await screen.findByRole('button', { name: 'More actions for “Acme”' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Incidents…' }));
    return { user, dialog: await screen.findByRole('dialog', { name: 'Incidents of “Acme”' }) };
  };

  it('are counted beside the page, and the first one is posted from an empty list', async () => {
    let sent: unknown;
    given({
      ...listed,
      listStatusPages: () => [{ ...acme, openIncidents: 2 }],
      listStatusIncidents: () => [],
      addStatusIncident: ({ params, body }) => {
        sent = [params.id, body];
        return { resultCode: 'SUCCESS', incident };
      },
    });
    const { user, dialog } = await openModal();
    expect(screen.getByText('2 open incidents')).toBeDefined();
    await user.click(await within(dialog).findByRole('button', { name: 'Post incident' }));
    await user.click(within(dialog).getByRole('button', { name: 'Post incident' }));
    expect(await within(dialog).findAllByText('Required')).toHaveLength(2);
    await user.type(within(dialog).getByRole('textbox', { name: /Title/ }), 'Orders delayed');
    await user.type(within(dialog).getByRole('textbox', { name: /Message/ }), 'We are looking.');
    await user.click(within(dialog).getByRole('button', { name: 'Post incident' }));
    await screen.findByText('Incident posted');
    expect(sent).toEqual(['3', { title: 'Orders delayed', state: 'INVESTIGATING', text: 'We are looking.' }]);
  });

  it('are updated with a new message, corrected with the one that is there, and removed after a question', async () => {
    const sent: unknown[] = [];
    given({
      ...listed,
      listStatusIncidents: () => [incident],
      saveStatusIncident: ({ params, body }) => {
        sent.push([params.incidentId, body]);
        return { resultCode: 'SUCCESS', incident };
      },
      removeStatusIncident: ({ params }) => {
        sent.push(params.incidentId);
        return { resultCode: 'SUCCESS' };
      },
    });
    const { user, dialog } = await openModal();
    await user.click(await within(dialog).findByRole('button', { name: 'Post update' }));
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /Message/ }).value).toBe('');
    await user.click(within(dialog).getByRole('combobox', { name: /State/ }));
    await user.click(await screen.findByRole('option', { name: 'Resolved' }));
    await user.type(within(dialog).getByRole('textbox', { name: /Message/ }), 'Over.');
    await user.click(within(dialog).getByRole('button', { name: 'Post update' }));
    await user.click(await within(dialog).findByRole('button', { name: 'Correct' }));
    expect(within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /Message/ }).value).toBe('We are looking.');
    await user.type(within(dialog).getByRole('textbox', { name: /Message/ }), ' Still.');
    await user.click(within(dialog).getByRole('button', { name: 'Correct' }));
    await user.click(await within(dialog).findByRole('button', { name: 'Remove' }));
    expect(sent).toHaveLength(2);
    const question = await screen.findByRole('dialog', { name: 'Remove incident' });
    await user.click(within(question).getByRole('button', { name: 'Remove incident' }));
    await screen.findByText('Incident removed');
    const title = 'Orders delayed';
    expect(sent).toEqual([
      ['5', { title, state: 'RESOLVED', text: 'Over.', correct: false }],
      ['5', { title, state: 'INVESTIGATING', text: 'We are looking. Still.', correct: true }],
      '5',
    ]);
  });
});

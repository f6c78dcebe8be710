// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { at, FakeSocket, given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const path = '/administration/apps/ticketTemplates';
type TicketTemplate = CallReply<'listTicketTemplates'>[number];
const template = (part: Partial<TicketTemplate> = {}): TicketTemplate => ({
  id: 3,
  name: 'Usual',
  content: 'Call the customer first.',
  isDefault: true,
  ticketTitleCustomText: 'Urgent',
  revision: 2,
  createdAt: at,
  updatedAt: at,
  ...part,
});
const other = template({ id: 4, name: 'Night', content: '', isDefault: false, ticketTitleCustomText: '', revision: 5 });
const undoUntil = () => new Date(Date.now() + 900_000).toISOString();

describe('the page of ticket templates', () => {
  it('shows each template and which is the default, and makes another one the default', async () => {
    const saved: unknown[] = [];
    let all = [other, template()];
    given({
      listTicketTemplates: () => all,
      saveTicketTemplate: ({ params, body, revision }) => {
        saved.push({ params, body, revision });
        all = [{ ...other, isDefault: true }, template({ isDefault: false })];
        return { resultCode: 'SUCCESS', ticketTemplate: all[0] as never };
      },
    });
    const user = await open(path);
    await screen.findByText('Usual');
    expect(screen.getByText('Urgent · Call the customer first.')).toBeDefined();
    expect(screen.getAllByText('Default')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'More actions for “Usual”' }));
    await screen.findByRole('menuitem', { name: 'Delete ticket template' });
    expect(screen.queryByRole('menuitem', { name: 'Make default' })).toBeNull();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'More actions for “Night”' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Make default' }));
    await screen.findByText('“Night” is the default');
    expect(saved).toEqual([
      {
        params: { id: '4' },
        body: { name: 'Night', content: '', ticketTitleCustomText: '', isDefault: true },
        revision: 5,
      },
    ]);
  });

  it('says why the default was not changed (F21-21)', async () => {
    given({
      listTicketTemplates: () => [template(), other],
      saveTicketTemplate: () => new MockRefusal('conflict'),
    });
    const user = await open(path);
    await user.click(await screen.findByRole('button', { name: 'More actions for “Night”' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Make default' }));
    expect(await screen.findByText('Error saving default ticket template')).toBeDefined();
  });

  it('says that the templates could not be read, and reads them again (F21-22)', async () => {
    let fails = true;
    given({ listTicketTemplates: () => (fails ? new MockRefusal('internal') : [template()]) });
    const user = await open(path);
    await screen.findByText('Error fetching ticket template');
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Usual')).toBeDefined();
  });

  it('offers the first one where there is none, and says that it was not saved (F21-26)', async () => {
    given({ listTicketTemplates: () => [], addTicketTemplate: () => new MockRefusal('internal') });
    const user = await open(path);
    await screen.findByText('No ticket templates yet');
    await user.click(screen.getByRole('button', { name: 'Add ticket template' }));
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }, { timeout: 30_000 }), 'Usual');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Error saving ticket template/)).toBeDefined();
  });

  it('does not delete the default (F10-11, F10-20)', async () => {
    given({
      listTicketTemplates: () => [template()],
      planTicketTemplateDeletion: () => ({
        verdict: 'BLOCKED',
        name: 'Usual',
        lines: [],
        warnings: [],
        blockers: [
          {
            code: 'cannot_delete_default_ticket_template',
            message: "You can't delete the default ticket template.",
          },
        ],
      }),
    });
    const user = await open(path);
    await user.click(await screen.findByRole('button', { name: 'More actions for “Usual”' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete ticket template' }));
    await screen.findByText("You can't delete the default ticket template.");
    expect(screen.queryByRole('button', { name: 'Delete ticket template' })).toBeNull();
  });

  it('removes a deleted one from the list and restores it; others hear of both', async () => {
    let all = [template(), other];
    given({
      listTicketTemplates: () => all,
      planTicketTemplateDeletion: () => ({ verdict: 'POSSIBLE', name: 'Night', lines: [], warnings: [], blockers: [] }),
      removeTicketTemplate: () => {
        all = [template()];
        return { resultCode: 'SUCCESS', deletionId: 9, name: 'Night', undoUntil: undoUntil() };
      },
    });
    const user = await open(path);
    await user.click(await screen.findByRole('button', { name: 'More actions for “Night”' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete ticket template' }));
    await user.click(await screen.findByRole('button', { name: 'Delete ticket template' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'More actions for “Night”' })).toBeNull());
    await screen.findByRole('button', { name: 'Undo the deletion of Night' });
    all = [template(), other];
    FakeSocket.latest?.say('ticket-template', [4]);
    expect(await screen.findByRole('button', { name: 'More actions for “Night”' })).toBeDefined();
  });
});

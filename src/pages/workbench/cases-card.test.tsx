// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { ada, given, open, withConsole } from '#tests/console/harness.tsx';
import { report } from '#tests/console/path-report.ts';
import '../../flow/console-flows.ts';

withConsole();

it('adds a case by the screen of its state, without its secrets, and removes it', async () => {
  const at = '2026-01-02T11:00:00.000Z';
  let held: CallReply<'listAssertions'> = [];
  const asked: unknown[] = [];
  given({
    readPathReport: () => report,
    listAssertions: () => held,
    addAssertion: ({ body: { state, kind, text, screen: shown, answers = {} } }) => {
      asked.push([state, kind, text, shown, answers]);
      held = [{ id: 3, state, kind, text, answers, addedBy: 'Ada Byron', addedAt: at }];
      return { resultCode: 'SUCCESS', id: 3 };
    },
    removeAssertion: () => {
      held = [];
      return { resultCode: 'SUCCESS' };
    },
  });
  const user = await open('/workbench/00000000-0000-4000-8000-00000000000a/organization', {
    ...ada,
    sysadmin: false,
    permissions: ['SYSTEM:Workbench.Access'],
  });
  const diagram = within(await screen.findByRole('group', { name: 'Diagram of the states' }));
  await user.click(diagram.getByRole('button', { name: /editing\.details/ }));
  const card = within(await screen.findByRole('region', { name: /^Cases/ }));
  await user.click(card.getByRole('button', { name: 'Add a case' }));
  const dialog = within(await screen.findByRole('dialog'));
  const name = await dialog.findByRole('textbox', { name: /^Name(?! of)/ });
  await user.clear(name);
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  // The form judges first, and then the name of the case.
  expect((await dialog.findAllByText('Required')).length).toBeGreaterThan(0);
  await user.type(name, 'Bäckerei Müller');
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  expect(await dialog.findByText('Enter a name')).toBeDefined();
  expect(asked).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: /^Name of the case/ }), 'Umlauts');
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked).toEqual([
    ['editing.details', 'case', 'Umlauts', 'details', expect.objectContaining({ name: 'Bäckerei Müller' })],
  ]);
  expect((await card.findByRole('listitem')).textContent).toMatch(/^UmlautsName: Bäckerei Müller/);
  await user.click(card.getByRole('button', { name: 'Remove the case Umlauts' }));
  expect(await card.findByText(/^No case yet/)).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect((await card.findByRole('listitem')).textContent).toMatch(/^UmlautsName: Bäckerei Müller/);
  expect(asked[1]).toEqual(asked[0]);
});

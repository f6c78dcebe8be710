// @vitest-environment jsdom
// The texts of a screen are changed where the preview shows them.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import details from '#schemas/organization/details.json' with { type: 'json' };
import { editedScreen } from '#tests/console/edited-screen.ts';
import { ada, given, open, withConsole } from '#tests/console/harness.tsx';
import { loadFlow } from '../../flow/registry.ts';
import '../../flow/console-flows.ts';

// A simulated page imports no module from the server.
vi.mock('./load-edited.ts', () => ({
  loadEdited: async (flow: string) => ({
    loaded: await loadFlow(flow),
    preview: await import('../../gallery/preview.ts'),
  }),
}));

withConsole();
beforeEach(() =>
  given({
    readEditedScreen: () => editedScreen(`${JSON.stringify(details, undefined, 2)}\n`),
    keepScreenEdit: () => ({ resultCode: 'SUCCESS', problems: [] }),
  }),
);

it('takes the text of a label in its place: Escape takes it back, Enter keeps it', async () => {
  const user = await open('/studio/organization/details', {
    ...ada,
    sysadmin: false,
    permissions: ['SYSTEM:Studio.Access'],
  });
  const preview = await screen.findByRole('region', { name: 'Screen' }, { timeout: 20_000 });
  await user.click(await within(preview).findByRole('switch', { name: 'Edit texts' }));
  const label = () => within(preview).findByRole('button', { name: 'Edit “Description”' });
  await user.click(await label());
  await user.keyboard('Other{Escape}');
  expect(screen.queryByRole('region', { name: 'Changes' })).toBeNull();
  await waitFor(async () => expect(document.activeElement).toBe(await label()));
  await user.keyboard('{Enter}');
  await user.keyboard('Remarks{Enter}');
  const changes = await screen.findByRole('region', { name: 'Changes' });
  expect(within(changes).getByText('“Description” → “Remarks”')).toBeDefined();
});

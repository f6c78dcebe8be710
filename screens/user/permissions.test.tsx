// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import '#tests/screens/jsdom-gaps.ts';
import permissions from '#schemas/user/permissions.json?screen';
import { FormStateProvider } from '../form/form-context.tsx';
import { FormStore } from '../form/form-store.ts';
import { awaitedBy } from '../form/resolver.ts';
import { SchemaForm } from '../form/schema-form.tsx';

const calm = { locked: [], busy: false };

beforeAll(() => awaitedBy([permissions]));
afterEach(cleanup);

async function open(data: Record<string, unknown> = permissions.defaults) {
  const store = new FormStore(permissions, data);
  render(
    <MantineProvider env="test">
      <FormStateProvider value={calm}>
        <SchemaForm store={store} mode="NEW" idPrefix="p" />
      </FormStateProvider>
    </MantineProvider>,
  );
  // The presets and the check boxes are loaded apart.
  await screen.findByRole('group', { name: 'Begin with' });
  await screen.findByRole('checkbox', { name: 'View organizations' });
  const preset = (name: string) =>
    within(screen.getByRole('group', { name: 'Begin with' })).getByRole('button', { name });
  const chosen = () =>
    within(screen.getByRole('group', { name: 'Begin with' }))
      .getAllByRole('button', { pressed: true })
      .map(({ textContent }) => textContent);
  return { store, preset, chosen, user: userEvent.setup() };
}

describe('the permissions of a technician', () => {
  it('begin with those of a technician who works with monitors, and not with nothing (A12)', async () => {
    const { store, chosen } = await open();
    expect(chosen()).toEqual(['Technician']);
    expect(store.data).toMatchObject({
      ORGANIZATION: ['ORGANIZATION:View'],
      NODE: ['NODE:View', 'NODE:Create', 'NODE:Update'],
      SYSTEM: ['SYSTEM:MaintenanceMode.Editor.Access'],
    });
  });

  it('are filled by a preset, which lets go once one of them is changed (A12)', async () => {
    const { store, preset, chosen, user } = await open();
    await user.click(preset('Read only'));
    expect(store.data).toMatchObject({ ORGANIZATION: ['ORGANIZATION:View'], NODE: ['NODE:View'], SYSTEM: [] });
    expect(chosen()).toEqual(['Read only']);
    await user.click(screen.getByRole('checkbox', { name: 'Delete devices and monitors' }));
    expect(store.data['NODE']).toEqual(['NODE:View', 'NODE:Delete']);
    expect(screen.getByRole('group', { name: 'Begin with' }).textContent).toContain('A selection of your own.');
    await user.click(preset('All permissions'));
    expect(screen.getAllByRole('checkbox').every((box) => (box as HTMLInputElement).checked)).toBe(true);
    await user.click(preset('None'));
    expect(store.data).toMatchObject({ ORGANIZATION: [], NODE: [], SYSTEM: [] });
  });

  it('are selected and cleared a group at a time (A12)', async () => {
    const { store, user } = await open({ ORGANIZATION: ['ORGANIZATION:View'], NODE: ['NODE:View'], SYSTEM: [] });
    await user.click(await screen.findByRole('button', { name: 'Select all: Devices and monitors' }));
    expect(store.data).toMatchObject({
      ORGANIZATION: ['ORGANIZATION:View'],
      NODE: ['NODE:View', 'NODE:Create', 'NODE:Update', 'NODE:Delete'],
    });
    await user.click(screen.getByRole('button', { name: 'Select none: Devices and monitors' }));
    expect(store.data['NODE']).toEqual([]);
  });

  it('are named by every preset as the form offers them (A12)', () => {
    const { presets = [], schema } = permissions.document;
    for (const { title, values } of presets)
      for (const [group, chosen] of Object.entries(values)) {
        const list = schema?.properties?.[group] as { items: { oneOf: { const: string }[] } } | undefined;
        const offered = list?.items.oneOf.map((choice) => choice.const);
        expect(offered, `${title}, ${group}`).toEqual(expect.arrayContaining(chosen as string[]));
      }
    expect(presets.find(({ title }) => title === 'Technician')?.values).toEqual(
      Object.fromEntries(
        ['ORGANIZATION', 'NODE', 'SCRIPT_CATEGORY', 'POLICY', 'SYSTEM'].map((group) => [
          group,
          permissions.defaults[group],
        ]),
      ),
    );
  });
});

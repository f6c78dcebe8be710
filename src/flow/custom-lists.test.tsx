// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { screenOf } from '#engine/compile/library.ts';
import { withCustomFields } from '#engine/document/custom-fields.ts';
import type { Schema } from '#engine/document/schema.ts';
import { MockRefusal } from '#api/mock.ts';
import { at, given, monitorRow, open, withConsole } from '#tests/console/harness.tsx';

// A product owner added the fields to the details of organizations.
vi.mock('./registry.ts', async (original) => {
  const registry = await original<typeof import('./registry.ts')>();
  const asked: Record<string, Schema> = {
    costCentre: { type: 'string', title: 'Cost centre' },
    vip: { type: 'boolean', title: 'Priority support' },
    level: {
      title: 'Contract',
      oneOf: [
        { const: 'G', title: 'Gold' },
        { const: 'S', title: 'Silver' },
      ],
    },
    since: { type: 'string', title: 'Customer since', format: 'date' },
  };
  return {
    ...registry,
    loadFlow: async (id: string) => {
      const loaded = await registry.loadFlow(id);
      if (id !== 'organization') return loaded;
      const { schema, ...document } = loaded.screens['details']?.document ?? { title: '' };
      const whole = { ...document, schema: { ...schema, properties: { ...schema?.properties, ...asked } } };
      const screens = { ...loaded.screens, details: screenOf(id, 'details', whole) };
      return { flow: withCustomFields(loaded.flow, { details: whole }), screens };
    },
  };
});

withConsole();

const customFields = ['costCentre', 'vip', 'level', 'since'];
const row = (id: number, name: string, custom: Record<string, string | boolean>) => ({
  id,
  name,
  description: '',
  locationCount: 1,
  deviceCount: 0,
  monitorCount: 0,
  openAlertCount: 0,
  custom,
  updatedAt: at,
});
const rows = [
  row(1, 'Acme', { costCentre: '4711', vip: true, level: 'G', since: '2026-03-01' }),
  row(2, 'Brook', { vip: false }),
];
const cellsOf = async (name: string) => {
  const line = (await screen.findByRole('link', { name })).closest('tr');
  if (line === null) throw new Error(`the row of ${name} is not there`);
  return within(line)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
};

it('shows the first two custom fields as columns in words, and others once they are chosen', async () => {
  given({ searchOrganizations: () => ({ items: rows, total: 2, customFields }) });
  const user = await open('/administration/customers');
  await screen.findByRole('columnheader', { name: 'Cost centre' });
  await waitFor(async () => expect((await cellsOf('Acme')).join('|')).toContain('4711|Yes|1'));
  expect((await cellsOf('Brook')).join('|')).toContain('||No|1');
  expect(screen.queryByRole('columnheader', { name: 'Customer since' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Customer since' }));
  await waitFor(async () => expect((await cellsOf('Acme')).join('|')).toContain('Yes|Mar 1, 2026'));
  await user.click(screen.getByRole('checkbox', { name: 'Cost centre' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Cost centre' })).toBeNull());
  expect(JSON.parse(localStorage.getItem('cairn.table.organizations.chosen') ?? '')).toEqual(['custom.since']);
});

it('sorts by a custom field, and by its own column again once no screen asks the field', async () => {
  const sorts: (string | undefined)[] = [];
  let asked: string[] | undefined = customFields;
  given({
    searchOrganizations: ({ query }) => {
      sorts.push(query.sort);
      return { items: rows, total: 2, ...(asked && { customFields: asked }) };
    },
  });
  const user = await open('/administration/customers');
  await user.click(await screen.findByRole('button', { name: 'Priority support' }));
  await waitFor(() => expect(sorts.at(-1)).toBe('custom.vip'));
  asked = undefined;
  cleanup();
  sorts.length = 0;
  await open('/administration/customers');
  await screen.findByRole('link', { name: 'Acme' });
  expect(sorts).toEqual(['name']);
});

it('narrows the list and its export by custom fields, until they are cleared', async () => {
  const asked: (string | undefined)[] = [];
  let exported: unknown;
  given({
    searchOrganizations: ({ query }) => {
      asked.push(query.custom);
      return query.custom?.includes('42')
        ? { items: [], total: 0, customFields }
        : { items: rows.slice(0, 1), total: 1, customFields };
    },
    exportOrganizations: ({ body }) => {
      exported = body;
      return new MockRefusal('internal');
    },
  });
  const user = await open('/administration/customers');
  await user.click(await screen.findByRole('button', { name: 'Additional details' }));
  await user.click(await screen.findByRole('combobox', { name: 'Contract' }));
  await user.click(await screen.findByRole('option', { name: 'Gold' }));
  await waitFor(() => expect(asked.at(-1)).toBe('level=G'));
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Gold' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
  await waitFor(() => expect(exported).toEqual({ search: '', custom: 'level=G' }));
  await user.click(await screen.findByRole('button', { name: /Additional details/ }));
  await user.type(await screen.findByRole('textbox', { name: 'Cost centre' }), '42');
  await waitFor(() => expect(asked.at(-1)).toBe('level=G&costCentre=42'));
  expect(await screen.findByText('No organization has these details.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  await screen.findByRole('link', { name: 'Acme' });
  expect(screen.getByRole('button', { name: 'Additional details' }).textContent).toBe('Additional details');
});

it('drops the filter of a link that names a field that no screen asks', async () => {
  given({
    listMonitors: ({ query }) =>
      query.custom === undefined
        ? { items: [monitorRow()], total: 1 }
        : new MockRefusal('invalid_input', { fields: { '/custom': 'No screen asks for the field “gone”.' } }),
  });
  await open('/cloudMonitors?custom=gone%3D1');
  await screen.findByRole('link', { name: 'Shop' });
  expect(window.location.hash).toBe('#/cloudMonitors');
});

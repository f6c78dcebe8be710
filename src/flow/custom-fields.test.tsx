// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { screenOf } from '#engine/compile/library.ts';
import { withCustomFields } from '#engine/document/custom-fields.ts';
import type { Schema } from '#engine/document/schema.ts';
import { at, given, open, withConsole } from '#tests/console/harness.tsx';

// A product owner added the fields to the details of each flow.
vi.mock('./registry.ts', async (original) => {
  const registry = await original<typeof import('./registry.ts')>();
  const asked: Record<string, Schema> = {
    costCentre: { type: 'string', title: 'Cost centre' },
    vip: { type: 'boolean', title: 'Priority support' },
    level: { title: 'Contract', oneOf: [{ const: 'G', title: 'Gold' }] },
    since: { type: 'string', title: 'Customer since', format: 'date' },
    note: { type: 'string', title: 'Note' },
  };
  return {
    ...registry,
    loadFlow: async (id: string) => {
      const { flow, screens } = await registry.loadFlow(id);
      const { schema, ...document } = screens['details']?.document ?? { title: '' };
      const whole = { ...document, schema: { ...schema, properties: { ...schema?.properties, ...asked } } };
      const planted = { ...screens, details: screenOf(id, 'details', whole) };
      return { flow: withCustomFields(flow, { details: whole }), screens: planted };
    },
  };
});

withConsole();

it('shows each custom field of the organization with its title and its value in words, and no empty one', async () => {
  const organization = {
    id: 3,
    name: 'Acme',
    description: '',
    timeZoneId: '_Division',
    locations: [],
    custom: { costCentre: '4711', vip: false, level: 'G', since: '2026-03-01' },
    revision: 1,
    createdAt: at,
    updatedAt: at,
  };
  given({ readOrganization: () => organization });
  await open('/customerDashboard/3/overview');
  const card = await screen.findByRole('region', { name: 'Additional details' });
  const terms = await within(card).findAllByRole('term');
  const values = within(card).getAllByRole('definition');
  expect(terms.map((term, index) => [term.textContent, values[index]?.textContent])).toEqual([
    ['Cost centre', '4711'],
    ['Priority support', 'No'],
    ['Contract', 'Gold'],
    ['Customer since', 'Mar 1, 2026'],
  ]);
});

it('shows those of an event subscription and of a status page in their lines', async () => {
  const common = { id: 1, enabled: true, custom: { costCentre: '4711', vip: true }, revision: 1, createdAt: at };
  given({
    listWebhooks: () => [{ ...common, name: 'Chat', url: 'https://chat.example/hook', events: [] }],
    listStatusPages: () => [
      { ...common, title: 'Acme', addressType: 'CHOSEN', slug: 'acme', monitors: [], openIncidents: 0, updatedAt: at },
    ],
  });
  await open('/administration/apps/events');
  expect(await screen.findByText('Cost centre: 4711 · Priority support: Yes')).toBeTruthy();
  window.location.hash = '#/administration/apps/statusPages';
  await screen.findByRole('link', { name: /Acme/ });
  expect(await screen.findByText('Cost centre: 4711 · Priority support: Yes')).toBeTruthy();
});

// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { at, given, open, withConsole } from '#tests/console/harness.tsx';
import { filteredPath, filtersIn, queryOf } from './activity-filters.tsx';

withConsole();

const page = '/administration/general/activities';
const row = {
  id: 1,
  at,
  actorName: 'Uma Tester',
  action: 'CLOUD_MONITOR_UPDATED',
  entityType: 'CLOUD_MONITOR',
  entityId: '3',
  entity: { name: 'Web shop' },
  summary: 'Changed cloud monitor “Web shop”',
  changes: [
    { field: 'Frequency', from: '60', to: '300' },
    { field: 'Password', from: null, to: null },
  ],
};
const people = { listActivityPeople: () => [{ id: 7, name: 'Uma Tester' }] };

describe('the activities', () => {
  it('link to what they are about by its name, and say so without a link when it is gone (B)', async () => {
    given({
      ...people,
      listActivities: () => ({
        items: [
          row,
          { ...row, id: 2, entityType: 'NODE', entityId: '8', entity: null, summary: 'Deleted device', changes: [] },
          { ...row, id: 3, entityType: 'ALERT', entity: { name: 'Is down' }, changes: [] },
        ],
        total: 3,
      }),
    });
    await open(page);
    const link = await screen.findByRole('link', { name: 'Web shop' });
    expect(link.getAttribute('href')).toMatch(/#\/cloudMonitorDashboard\/3$/);
    expect(screen.getByRole('link', { name: 'Is down' }).getAttribute('href')).toMatch(/#\/alerts\/3$/);
    expect(screen.getByText('Device')).toBeDefined();
    expect(screen.queryByText(/node 8|cloud monitor 3/)).toBeNull();
  });

  it('lead from an import to the list of monitors (B)', async () => {
    const summary = 'Imported monitors: 2 added, 1 changed, 0 refused, from “shops.json”';
    const imported = { ...row, action: 'CLOUD_MONITORS_IMPORTED', entityId: null, entity: null, summary, changes: [] };
    const deleted = { ...row, id: 2, action: 'CLOUD_MONITOR_DELETED', entity: null, changes: [] };
    given({ ...people, listActivities: () => ({ items: [imported, deleted], total: 2 }) });
    await open(page);
    await screen.findByText(summary);
    const [link, ...others] = screen.getAllByRole('link', { name: 'Open the list' });
    expect(link?.getAttribute('href')).toMatch(/#\/cloudMonitors$/);
    expect(others).toEqual([]);
  });

  it('show what changed, old and new, and of a secret that it changed (B)', async () => {
    given({ ...people, listActivities: () => ({ items: [row], total: 1 }) });
    const user = await open(page);
    const button = await screen.findByRole('button', { name: /^What changed/ });
    expect(button.textContent).toBe('Frequency: 60 → 300 +1');
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Changed cloud monitor “Web shop”' });
    expect(within(dialog).getByRole('row', { name: 'Frequency 60 300' })).toBeDefined();
    expect(within(dialog).getByRole('row', { name: 'Password Changed. The value is not shown.' })).toBeDefined();
  });

  it('are narrowed by person, kind and day, which stand in the address (B)', async () => {
    const asked: unknown[] = [];
    given({
      ...people,
      listActivities: ({ query }) => {
        asked.push(query);
        return { items: [row], total: 1 };
      },
    });
    const user = await open(`${page}?kind=CLOUD_MONITOR&from=2026-11-20&to=2026-11-21`);
    await screen.findByRole('link', { name: 'Web shop' });
    expect(asked.at(-1)).toMatchObject({
      entityType: 'CLOUD_MONITOR',
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-22T00:00:00.000Z',
    });
    await user.click(screen.getByRole('combobox', { name: 'By' }));
    await user.click(await screen.findByRole('option', { name: 'Uma Tester' }));
    await waitFor(() => expect(window.location.hash).toContain('person=7'));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ userId: '7' }));
    expect(window.location.hash).toContain('kind=CLOUD_MONITOR');
  });

  it('take from an address what can be meant', () => {
    expect(filtersIn({ person: 'x', kind: 'NONE', from: '2026-13-45', to: 'soon' })).toEqual({});
    expect(filtersIn({ person: 0, kind: 'NODE' })).toEqual({ person: 0, kind: 'NODE' });
    expect(filteredPath({ person: 0, to: '2026-11-21' })).toBe(`${page}?person=0&to=2026-11-21`);
    expect(queryOf({ from: '2026-03-29', to: '2026-03-29' }, 'Europe/Berlin')).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
  });
});

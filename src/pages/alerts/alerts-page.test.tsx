// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import type { Alert } from '#src/parts/alert.ts';
import { ada, alertRow as alert, at, FakeSocket, given, open, withConsole } from '#tests/console/harness.tsx';
import { filteredPath, filtersIn } from './alert-filters.tsx';

withConsole();

const taken = { at, by: 'Grace Hopper', note: 'Provider called' };
const all = (...items: Alert[]) => ({ items, total: items.length });

describe('the list of alerts', () => {
  it('begins with those that are open, the newest first', async () => {
    const asked: unknown[] = [];
    given({
      listAlerts: ({ query }) => {
        asked.push(query);
        return all(alert(), alert({ id: 2, monitorName: 'Mail', acknowledged: taken }));
      },
    });
    await open('/alerts');
    const row = (await screen.findByRole('link', { name: 'Shop' })).closest('tr');
    expect(row?.textContent).toContain('Down: The server answered 503.');
    expect(row?.textContent).toContain('Critical');
    const other = screen.getByRole('link', { name: 'Mail' }).closest('tr');
    expect(other?.textContent).toContain('Grace Hopper: Provider called');
    expect(asked[0]).toMatchObject({ open: 'true', sort: '-raised' });
  });

  it('marks what is paused, in maintenance or ended, says who has it, and leads to the alert (B)', async () => {
    given({
      listAlerts: () =>
        all(
          alert({ paused: true, assignee: { id: 2, name: 'Uma Tester' }, acknowledged: taken }),
          alert({ id: 2, monitorName: 'Mail', maintenance: true }),
          alert({ id: 3, monitorName: 'Old', paused: true, resetAt: at, endReason: 'CONDITION_REMOVED' }),
          alert({ id: 4, monitorName: 'Back', resetAt: at }),
        ),
      readMonitor: () => new MockRefusal('not_found'),
      listAlertTechnicians: () => [],
      readAlert: ({ params }) => ({ ...alert({ id: Number(params.id) }), timeline: [], shortened: false }),
    });
    const user = await open('/alerts?state=all');
    const row = async (monitor: string) =>
      (await screen.findByRole('link', { name: monitor })).closest('tr')?.textContent ?? '';
    expect(await row('Shop')).toMatch(/Acknowledged.*Paused.*Grace Hopper: Provider called · Assigned to Uma Tester/);
    expect(await row('Mail')).toContain('Maintenance');
    expect(await row('Old')).toContain('Ended');
    expect(await row('Old')).not.toContain('Paused');
    expect(await row('Back')).toContain('Reset');
    await user.click(screen.getAllByText('Critical')[1] ?? document.body);
    await waitFor(() => expect(window.location.hash).toBe('#/alerts/2'));
    // The list is left before its page is.
    await screen.findByRole('heading', { level: 1, name: 'Down' });
  });

  it('is narrowed by state, severity, organization and words, which the address keeps', async () => {
    const asked: Record<string, unknown>[] = [];
    given({
      listAlerts: ({ query }) => {
        asked.push(query);
        return all(alert());
      },
    });
    const user = await open('/alerts?severity=MAJOR');
    await screen.findByRole('link', { name: 'Shop' });
    await user.click(screen.getByRole('button', { name: 'Past' }));
    await user.click(screen.getByRole('button', { name: 'Not acknowledged' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search alerts' }), 'shop');
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ open: 'false', acknowledged: 'false', severity: 'MAJOR', search: 'shop' }),
    );
    expect(window.location.hash).toContain('state=past');
    expect(filtersIn({ state: 'all', organization: '4' })).toEqual({ state: 'all', clientId: 4 });
    expect(filtersIn({ state: 'lost', severity: 'LOUD', organization: '-1' })).toEqual({ state: 'open' });
    expect(filteredPath({ state: 'open' })).toBe('/alerts');
    expect(filteredPath({ state: 'past', unacknowledged: true, clientId: 4 })).toBe(
      '/alerts?state=past&unacknowledged=true&organization=4',
    );
  });

  it('acknowledges several with one note, and leaves those alone that somebody looks after', async () => {
    const sent: unknown[] = [];
    given({
      listAlerts: () => all(alert(), alert({ id: 2, monitorName: 'Mail' }), alert({ id: 3, acknowledged: taken })),
      acknowledgeAlert: ({ params, body }) => {
        sent.push([params.id, body]);
        return { resultCode: 'SUCCESS', alert: alert() };
      },
    });
    const user = await open('/alerts');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await user.click(within(screen.getByRole('region')).getByRole('button', { name: 'Acknowledge' }));
    const dialog = await screen.findByRole('dialog', { name: 'Acknowledge 2 alerts' });
    await user.type(await within(dialog).findByRole('textbox', { name: /^Note/ }), 'All one outage');
    await user.click(within(dialog).getByRole('button', { name: 'Acknowledge 2 alerts' }));
    await screen.findByText('2 alerts acknowledged');
    expect(sent).toEqual([
      ['1', { note: 'All one outage' }],
      ['2', { note: 'All one outage' }],
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says what is here when nothing is open, and why it could not be read', async () => {
    given({ listAlerts: () => new MockRefusal('internal') });
    const user = await open('/alerts');
    const failure = await screen.findByRole('alert');
    expect(failure.textContent).toContain('The alerts could not be loaded');
    given({ listAlerts: () => all() });
    await user.click(within(failure).getByRole('button', { name: 'Try again' }));
    await screen.findByText('No open alerts');
  });

  it('offers nothing to who may not change monitors', async () => {
    given({ listAlerts: () => all(alert(), alert({ id: 2, acknowledged: taken })) });
    await open('/alerts', { ...ada, sysadmin: false, permissions: ['NODE:View'] });
    await screen.findAllByRole('link', { name: 'Shop' });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Acknowledge/ })).toBeNull();
  });
});

describe('an open alert on the dashboard', () => {
  it('is acknowledged in place and marked, not hidden, on every page', async () => {
    let stands = alert();
    const sent: unknown[] = [];
    given({
      listAlerts: () => all(stands),
      acknowledgeAlert: ({ body }) => {
        sent.push(body);
        stands = alert({ acknowledged: { ...taken, note: 'On it' } });
        return { resultCode: 'SUCCESS', alert: stands };
      },
    });
    const user = await open('/systemDashboard/overview');
    await user.click(await screen.findByRole('button', { name: 'Acknowledge “Down” of “Shop”' }));
    const dialog = await screen.findByRole('dialog', { name: 'Acknowledge “Down” of “Shop”' });
    await user.type(await within(dialog).findByRole('textbox', { name: /^Note/ }), 'On it');
    await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }));
    await waitFor(() => expect(document.body.textContent).toContain('Acknowledged by Grace Hopper'));
    expect(document.body.textContent).toContain('On it');
    expect(sent).toEqual([{ note: 'On it' }]);
    expect(screen.getByRole('link', { name: 'Shop' })).toBeDefined();

    // Taken back by somebody else, elsewhere.
    stands = alert();
    FakeSocket.latest?.say('alert', [1]);
    await screen.findByRole('button', { name: 'Acknowledge “Down” of “Shop”' });
  });

  it('shows at its field what the server refuses, and its acknowledgement can be taken back', async () => {
    let stands = alert({ acknowledged: taken });
    given({
      listAlerts: () => all(stands),
      acknowledgeAlert: () => new MockRefusal('invalid_input', { fields: { '/note': 'Too long' } }),
      withdrawAcknowledgement: () => {
        stands = alert();
        return { resultCode: 'SUCCESS', alert: stands };
      },
    });
    const user = await open('/systemDashboard/overview');
    const actions = await screen.findByRole('button', { name: 'Actions for “Down” of “Shop”' });
    await user.click(actions);
    await user.click(await screen.findByRole('menuitem', { name: 'Change note' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByRole('textbox', { name: /^Note/ })).toHaveProperty('value', 'Provider called');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('Too long');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(actions);
    await user.click(await screen.findByRole('menuitem', { name: 'Take back' }));
    await screen.findByText('Acknowledgement withdrawn');
    await screen.findByRole('button', { name: 'Acknowledge “Down” of “Shop”' });
  });
});

// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import { at, given, monitorRow, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const none = {
  organizations: 0,
  devices: 0,
  devicesUp: 0,
  monitors: 0,
  monitorsUp: 0,
  monitorsDown: 0,
  monitorsPaused: 0,
  downInMaintenance: 0,
  downWithoutCondition: 0,
  downNotCovered: 0,
  downNotRaised: 0,
  openAlerts: 0,
  alertsAcknowledged: 0,
  alertsPaused: 0,
  alertsInMaintenance: 0,
};
const draft = {
  id: '7b3f7a52-5a2d-4f0e-9d7c-0a6f6f0f1a11',
  flow: 'organization',
  title: 'Add an organization',
  subject: null,
  state: 'editing.details',
  screenVersions: {},
  revision: '00000000-0000-4000-8000-000000000001',
  updatedAt: at,
};

describe('the dashboard', () => {
  it('leads a new installation to its first organization and monitor', async () => {
    given({ systemOverview: () => none, listMonitors: () => ({ items: [], total: 0 }) });
    await open('/systemDashboard/overview');
    const first = await screen.findByRole('region', { name: 'Get your first monitor running' });
    expect(within(first).getByRole('link', { name: 'Add organization' }).getAttribute('href')).toBe(
      '/#/editor/customer',
    );
    expect(within(first).getByRole('link', { name: 'Add cloud monitor' })).toBeDefined();
  });

  it('marks the first step as done once there is an organization (B: getting started)', async () => {
    given({ systemOverview: () => ({ ...none, organizations: 1 }), listMonitors: () => ({ items: [], total: 0 }) });
    await open('/systemDashboard/overview');
    const first = await screen.findByRole('region', { name: 'Get your first monitor running' });
    const [organization, monitor] = within(first).getAllByRole('listitem');
    expect(organization?.querySelector('svg[aria-label="Done"]')).not.toBeNull();
    expect(monitor?.textContent.startsWith('2')).toBe(true);
    expect(within(first).queryByRole('link', { name: 'Add organization' })).toBeNull();
  });

  it('does not call all monitors up when there is none (A5)', async () => {
    given({ systemOverview: () => none, listMonitors: () => ({ items: [], total: 0 }) });
    await open('/systemDashboard/overview');
    const tile = await screen.findByRole('link', { name: /Monitors down/ });
    expect(tile.textContent).toBe('Monitors down0No monitors yet');
  });

  it('says why monitors that are down have no open alert, and leads from the alerts to their list (A3)', async () => {
    const overview = { ...none, organizations: 1, monitors: 4, monitorsDown: 2, openAlerts: 1, alertsPaused: 1 };
    given({ systemOverview: () => ({ ...overview, downInMaintenance: 1, downWithoutCondition: 1 }) });
    await open('/systemDashboard/overview');
    const down = await screen.findByRole('link', { name: /Monitors down/ });
    expect(down.textContent).toBe('Monitors down2No alert: 1 in maintenance · 1 without conditions');
    const alerts = screen.getByRole('link', { name: /Open alerts1/ });
    expect(alerts.textContent).toBe('Open alerts11 paused');
    expect(alerts.getAttribute('href')).toBe('/#/alerts');
  });

  it('needs no first steps once there is a monitor', async () => {
    await open('/systemDashboard/overview');
    await screen.findByText('Nothing is down');
    expect(screen.queryByText('Get your first monitor running')).toBeNull();
  });

  it('lists the monitors that are down, the longest first', async () => {
    const down = (id: number, statusSince: string) =>
      monitorRow({ id, monitorName: `Monitor ${id}`, status: 'down', statusSince });
    given({
      listMonitors: () => ({
        items: [down(1, '2026-11-21T08:00:00.000Z'), down(2, '2026-11-20T08:00:00.000Z')],
        total: 2,
      }),
    });
    await open('/systemDashboard/overview');
    const card = await screen.findByRole('region', { name: /Monitors that are down/ });
    await waitFor(() =>
      expect(
        within(card)
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
      ).toEqual(['Monitor 2', 'Monitor 1']),
    );
  });

  it('resumes a draft where it was left, and drops one only when asked twice', async () => {
    const dropped: string[] = [];
    given({
      listDrafts: () => (dropped.length === 0 ? [draft] : []),
      removeDraft: ({ params }) => {
        dropped.push(params.id);
        return { resultCode: 'SUCCESS' };
      },
    });
    const user = await open('/systemDashboard/overview');
    expect((await screen.findByRole('link', { name: 'Resume' })).getAttribute('href')).toBe(
      `/#/editor/customer?draft=${draft.id}`,
    );
    await user.click(screen.getByRole('button', { name: 'Discard draft “Add an organization”' }));
    expect(dropped).toEqual([]);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard draft' }));
    await waitFor(() => expect(screen.queryByText('Drafts to resume')).toBeNull());
    expect(dropped).toEqual([draft.id]);
  });

  it('says why it failed and tries again', async () => {
    given({ systemOverview: () => new MockRefusal('internal') });
    const user = await open('/systemDashboard/overview');
    const failure = await screen.findByText('The dashboard could not be loaded');
    given({ systemOverview: () => none });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(failure.isConnected).toBe(false));
  });
});

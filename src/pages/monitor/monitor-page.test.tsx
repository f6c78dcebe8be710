// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { secretsSet } from '#api/contract/monitor-types.ts';
import { MockRefusal } from '#api/mock.ts';
import type { SeriesPlot } from '../../plot/series-plot.tsx';
import { ada, at, FakeSocket, given, monitorRow, open, withConsole } from '#tests/console/harness.tsx';

// jsdom draws no canvas; the plot itself is looked at in the browser tests.
vi.mock('../../plot/series-plot.tsx', () => ({
  SeriesPlot: ({ labels, bands, onZoom }: Pick<ComponentProps<typeof SeriesPlot>, 'labels' | 'bands' | 'onZoom'>) => (
    <>
      <div role="img" aria-label={labels.response} />
      <div role="img" aria-label={labels.availability} />
      <ul aria-label="Bands">
        {bands.map(({ title, text }) => (
          <li key={`${title} ${text}`}>{`${title}: ${text}`}</li>
        ))}
      </ul>
      <button onClick={() => onZoom(1_780_000_000, 1_780_003_600)}>Zoom</button>
    </>
  ),
}));
withConsole();

type Monitor = CallReply<'readMonitor'>;
const noSecrets = Object.fromEntries(Object.keys(secretsSet).map((flag) => [flag, false])) as {
  [Flag in keyof typeof secretsSet]: boolean;
};
const { beats: _, ...row } = monitorRow();

function monitor(part: Partial<Monitor> = {}): Monitor {
  return {
    ...row,
    httpHostname: 'https://shop.example.com/',
    methodType: 'GET',
    authenticationType: 'BASIC',
    httpUsername: 'probe',
    ...noSecrets,
    httpPasswordSet: true,
    custom: {},
    conditions: [
      {
        id: 1,
        type: 'HttpWebsiteFailed',
        enabled: true,
        conditionName: 'Website failed',
        runCount: 3,
        resetThreshold: 5,
        severity: 'MAJOR',
        priority: 'HIGH',
        notificationAction: 'NONE',
        notificationChannelIds: [],
        ticketingAction: 'NONE',
        description: 'The website fails 3 times.',
        state: 'ok',
        failures: 0,
        raisedAt: null,
        unansweredReason: null,
      },
    ],
    noAlertReason: null,
    lastDetail: {
      address: '192.0.2.7',
      redirectedTo: null,
      headers: [{ name: 'server', value: '<script>alert(1)</script>' }],
      body: '<h1>Hello</h1>',
      bodyTruncated: true,
      certificate: {
        subject: 'CN=shop.example.com',
        issuer: 'CN=R11',
        validFrom: at,
        validTo: '2027-01-01T00:00:00.000Z',
        daysLeft: 40,
        chain: ['CN=R11', 'CN=ISRG Root X1'],
      },
      packetLoss: null,
      ttl: null,
      ports: [{ port: 443, state: 'OPEN', responseTime: 12 }],
      dns: null,
      domain: null,
      mail: [],
      values: [],
    },
    revision: 1,
    createdAt: at,
    updatedAt: at,
    ...part,
  };
}

const results: CallReply<'listResults'> = {
  points: [{ at, responseTime: 80, max: 120, up: 1, checks: 3 }],
  from: at,
  to: at,
  availability: 0.9954,
  step: null,
};
const quiet = { readMonitor: () => monitor(), listResults: () => results };

describe('the dashboard of a cloud monitor', () => {
  it('shows status, availability, conditions and what came back, as plain text (C09-05)', async () => {
    given(quiet);
    await open('/cloudMonitorDashboard/1');
    await screen.findByRole('heading', { name: 'Shop', level: 1 });
    await screen.findByText('99.54%');
    expect(screen.getByText('The website fails 3 times.')).toBeDefined();
    expect(screen.getByText('<script>alert(1)</script>')).toBeDefined();
    expect(screen.getByText('<h1>Hello</h1>')).toBeDefined();
    expect(screen.getByText(/40 days left/)).toBeDefined();
    expect(screen.getByText('CN=ISRG Root X1')).toBeDefined();
    expect(screen.getByRole('rowheader', { name: '443' })).toBeDefined();
    expect(document.querySelector('h1')?.textContent).toBe('Shop');
    await screen.findByRole('img', { name: /^Response time, last (hour|day): 1 point$/ });
    expect(screen.getByRole('img', { name: /^Availability, last (hour|day): 99.54%$/ })).toBeDefined();
  });

  it('stands below the list in the trail of somebody who opened it directly, and the list is one click away', async () => {
    given(quiet);
    const user = await open('/cloudMonitorDashboard/1');
    const trail = await screen.findByRole('navigation', { name: 'Breadcrumb' });
    await waitFor(() => expect(within(trail).getByText('Shop').getAttribute('aria-current')).toBe('page'));
    expect(within(trail).queryByRole('link', { name: 'Shop' })).toBeNull();
    await user.click(within(trail).getByRole('link', { name: 'Cloud monitors' }));
    expect(window.location.hash).toBe('#/cloudMonitors');
  });

  it('stands in the section that the navigation marks, below its organization, whichever page led here (A16)', async () => {
    given({ ...quiet, listAlerts: () => ({ items: [], total: 0 }) });
    await open('/alerts');
    await screen.findByRole('heading', { name: 'Alerts', level: 1 });
    await act(async () => {
      window.location.hash = '#/cloudMonitorDashboard/1';
    });
    const trail = await screen.findByRole('navigation', { name: 'Breadcrumb' });
    await waitFor(() => expect(trail.textContent).toBe('Cloud monitorsAcmeShop'));
    const marked = within(screen.getByRole('navigation', { name: 'Main' }))
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page');
    expect(marked.map((link) => link.textContent)).toEqual(['Cloud monitors']);
    expect(within(trail).getByRole('link', { name: 'Acme' }).getAttribute('href')).toBe(
      '#/cloudMonitors?organization=1',
    );
  });

  it('asks for another range, keeps it in the address and remembers it', async () => {
    const spans: number[] = [];
    given({
      ...quiet,
      listResults: ({ query }) => {
        spans.push((Date.parse(query.to ?? '') - Date.parse(query.from ?? '')) / 3_600_000);
        return results;
      },
    });
    const user = await open('/cloudMonitorDashboard/1');
    await user.click(await screen.findByRole('radio', { name: 'Week' }));
    await waitFor(() => expect(spans.at(-1)).toBe(168));
    expect(localStorage.getItem('cairn.monitor.range')).toBe('"week"');
    expect(window.location.hash).toBe('#/cloudMonitorDashboard/1?range=week');
  });

  it('shows the range that the address says, zooms into another, and finds the way back', async () => {
    const asked: unknown[] = [];
    given({
      ...quiet,
      listResults: ({ query }) => {
        asked.push([query.from, query.to]);
        return results;
      },
    });
    const user = await open('/cloudMonitorDashboard/1?from=2026-05-01T08:00:00Z&to=2026-05-02T08:00:00Z');
    await waitFor(() => expect(asked.at(-1)).toEqual(['2026-05-01T08:00:00.000Z', '2026-05-02T08:00:00.000Z']));
    expect(screen.getByLabelText(/^From/)).toHaveProperty('value', '2026-05-01T08:00');
    await user.click(await screen.findByRole('button', { name: 'Zoom' }));
    await waitFor(() => expect(asked.at(-1)).toEqual(['2026-05-28T20:26:40.000Z', '2026-05-28T21:26:40.000Z']));
    expect(new URLSearchParams(window.location.hash.split('?')[1]).get('from')).toBe('2026-05-28T20:26:40Z');
    await user.click(screen.getByRole('button', { name: 'Reset zoom' }));
    await waitFor(() => expect(window.location.hash).toMatch(/^#\/cloudMonitorDashboard\/1\?range=(hour|day)$/));
  });

  it('takes a range in the zone of the viewer by keyboard, and says at the field what is wrong with it', async () => {
    const asked: unknown[] = [];
    given({
      ...quiet,
      listResults: ({ query }) => {
        asked.push([query.from, query.to]);
        return results;
      },
    });
    const user = await open('/cloudMonitorDashboard/1', { ...ada, timeZoneId: 'Europe/Berlin' });
    await user.click(await screen.findByRole('radio', { name: 'Custom' }));
    await screen.findByText('Times in Europe/Berlin');
    const [from, to] = [await screen.findByLabelText(/^From/), screen.getByLabelText(/^To/)];
    fireEvent.change(from, { target: { value: '2026-05-02T10:00' } });
    fireEvent.change(to, { target: { value: '2026-05-01T10:00' } });
    const before = asked.length;
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('Must be at least 5 minutes later')).toBeDefined();
    expect(document.activeElement).toBe(to);
    fireEvent.change(from, { target: { value: '2999-05-02T10:00' } });
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('Nothing has been checked in the future')).toBeDefined();
    expect(asked.length).toBe(before);
    fireEvent.change(from, { target: { value: '2026-05-01T09:00' } });
    to.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asked.at(-1)).toEqual(['2026-05-01T07:00:00.000Z', '2026-05-01T08:00:00.000Z']));
  });

  it('shows alerts as bands, and when each condition was raised and reset', async () => {
    const raised = (id: number, more: object = {}) => ({
      id,
      conditionId: 1,
      conditionName: 'Website failed',
      severity: 'MAJOR',
      message: 'The server answered 500.',
      raisedAt: '2026-11-20T08:00:00.000Z',
      resetAt: '2026-11-20T08:12:00.000Z',
      ...more,
    });
    given({
      ...quiet,
      listConditionHistory: () => ({
        items: [raised(2), raised(1, { conditionId: null, conditionName: 'Old one', resetAt: null })],
        total: 2,
      }),
    });
    const user = await open('/cloudMonitorDashboard/1');
    const bands = await screen.findByRole('list', { name: 'Bands' });
    await within(bands).findByText('Alert: Website failed: Lasted 12 min · The server answered 500.');
    within(bands).getByText('Alert: Old one: Not reset yet · The server answered 500.');
    expect(screen.getByText('Conditions that were removed')).toBeDefined();
    const [history] = screen.getAllByRole('button', { name: 'Raised once in 90 days' });
    await user.click(history as HTMLElement);
    expect(history?.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText(/\(12 min\)/)).toBeDefined();
  });

  it('says that it is in maintenance, why and what stays quiet, and shows each time as a band', async () => {
    const window = {
      id: 1,
      startTime: Date.parse('2026-11-20T08:00:00Z') / 1000,
      endTime: Date.parse('2999-11-20T08:00:00Z') / 1000,
      options: {
        notifications: true,
        alerts: false,
        patching: false,
        avScans: false,
        tasks: false,
        notificationChannels: true,
      },
      disabledOptions: ['notifications' as const, 'patching' as const, 'avScans' as const, 'tasks' as const],
      reasonMessage: 'New disks',
      custom: {},
      repeat: null,
      setBy: 'Ada Byron',
      setAt: at,
    };
    const past = { ...window, id: 2, endTime: window.startTime + 600, reasonMessage: '' };
    given({
      ...quiet,
      readMonitor: () => monitor({ maintenance: window }),
      listMaintenance: () => ({
        items: [window, past].map((each) => ({ ...each, suppressed: { items: [], total: 0 } })),
        total: 2,
      }),
    });
    const user = await open('/cloudMonitorDashboard/1');
    await screen.findByText('In maintenance until Nov 20, 2999, 08:00');
    expect(screen.getByText('New disks')).toBeDefined();
    expect(screen.getByText(/^Alerts are shown here; no notifications are sent\. Set by Ada Byron/)).toBeDefined();
    const bands = await screen.findByRole('list', { name: 'Bands' });
    within(bands).getByText('Maintenance: Until Nov 20, 2999, 08:00 · New disks');
    within(bands).getByText('Maintenance: Lasted 10 min');
    expect(screen.getByRole('img', { name: /^Response time, .*, 2 times in maintenance$/ })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Maintenance' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Change maintenance' }));
    await screen.findByText(/^For “Shop”\./);
    expect(await screen.findByLabelText(/^End date and time/)).toHaveProperty('value', '2999-11-20T08:00');
  });

  it.each([
    ['NO_CONDITION', 'No condition is on. Without one, this monitor raises no alerts.'],
    ['NOT_COVERED', 'None of its conditions covers this failure.'],
    ['WAITING', '“Website failed” has failed 2 of 3 checks in a row.'],
    ['CHANGED', 'The monitor was changed. The next check decides.'],
  ] as const)('says why it is down without an alert: %s (A3)', async (noAlertReason, text) => {
    const [condition] = monitor().conditions;
    if (condition === undefined) throw new Error('the monitor has no condition');
    const conditions = [{ ...condition, state: 'failing' as const, failures: 2 }];
    given({ ...quiet, readMonitor: () => monitor({ status: 'down', noAlertReason, conditions }) });
    await open('/cloudMonitorDashboard/1');
    await screen.findByText(text);
    const edit = screen.queryByRole('link', { name: 'Edit conditions' });
    expect(edit !== null).toBe(noAlertReason === 'NO_CONDITION' || noAlertReason === 'NOT_COVERED');
  });

  it('opens its editor by e (B: shortcuts)', async () => {
    given(quiet);
    const user = await open('/cloudMonitorDashboard/1');
    await screen.findByRole('link', { name: 'Edit' });
    await user.keyboard('e');
    await waitFor(() => expect(window.location.hash).toMatch(/^#\/wizard\/cloudMonitor\/1/));
  });

  it('leads to a copy of the monitor', async () => {
    given(quiet);
    const user = await open('/cloudMonitorDashboard/1');
    await user.click(await screen.findByRole('button', { name: 'More actions' }));
    const copy = await screen.findByRole('menuitem', { name: 'Duplicate' });
    expect(copy.getAttribute('href')).toBe('/#/wizard/cloudMonitor/1/copy');
  });

  it('tests with the stored settings, names the monitor for its secret, and sends none', async () => {
    let asked: unknown;
    given({
      ...quiet,
      testMonitor: ({ body }) => {
        asked = body;
        return {
          result: {
            at,
            ok: false,
            responseTime: null,
            error: 'timed_out',
            message: 'No answer within 10 s.',
            statusCode: null,
          },
          detail: {
            address: null,
            redirectedTo: null,
            headers: [],
            body: null,
            bodyTruncated: false,
            certificate: null,
            packetLoss: null,
            ttl: null,
            ports: [],
            dns: null,
            domain: null,
            mail: [],
            values: [],
          },
        };
      },
    });
    const user = await open('/cloudMonitorDashboard/1');
    await user.click(await screen.findByRole('button', { name: 'Test now' }));
    await screen.findByText('No answer within 10 s.');
    expect(asked).toMatchObject({ id: 1, monitor: { httpUsername: 'probe', authenticationType: 'BASIC' } });
    for (const told of ['status', 'target', 'createdAt', 'conditions', 'clientName'])
      expect((asked as { monitor: object }).monitor).not.toHaveProperty(told);
    expect(JSON.stringify(asked)).not.toContain('Password');
  });

  it('changes when a live message says that it went down', async () => {
    given(quiet);
    await open('/cloudMonitorDashboard/1');
    await screen.findByRole('heading', { name: 'Shop', level: 1 });
    given({
      readMonitor: () =>
        monitor({
          status: 'down',
          conditions: monitor().conditions.map((condition) => ({ ...condition, state: 'raised', raisedAt: at })),
        }),
    });
    FakeSocket.latest?.say('monitor', [1]);
    await screen.findByText('Down');
    expect(screen.getAllByText('Raised').length).toBeGreaterThan(0);
  });

  it('says what failed when a save fails (C22-06, C23-20)', async () => {
    given({ ...quiet, enableMonitor: () => new MockRefusal('internal') });
    const user = await open('/cloudMonitorDashboard/1');
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('Error saving device')).toBeDefined();
  });

  it('is not found when it does not exist', async () => {
    given({ readMonitor: () => new MockRefusal('not_found') });
    await open('/cloudMonitorDashboard/99');
    expect(await screen.findByText('Not found')).toBeDefined();
  });
});

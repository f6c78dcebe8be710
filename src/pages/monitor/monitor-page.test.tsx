// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { at, FakeSocket, given, monitorRow, open, withConsole } from '#tests/console/harness.tsx';

// jsdom draws no canvas; the plot itself is looked at in the browser tests.
vi.mock('../../plot/series-plot.tsx', () => ({
  SeriesPlot: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}));
withConsole();

type Monitor = CallReply<'readMonitor'>;
const { sparkline: _, ...row } = monitorRow();

function monitor(part: Partial<Monitor> = {}): Monitor {
  return {
    ...row,
    httpHostname: 'https://shop.example.com/',
    methodType: 'GET',
    authenticationType: 'BASIC',
    httpUsername: 'probe',
    httpPasswordSet: true,
    senderPasswordSet: false,
    popReceiverPasswordSet: false,
    imapReceiverPasswordSet: false,
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
        raisedAt: null,
      },
    ],
    lastDetail: {
      address: '192.0.2.7',
      headers: [{ name: 'server', value: '<script>alert(1)</script>' }],
      body: '<h1>Hello</h1>',
      bodyTruncated: true,
      certificate: {
        subject: 'CN=shop.example.com',
        issuer: 'CN=R11',
        validFrom: at,
        validTo: '2027-01-01T00:00:00.000Z',
        daysLeft: 40,
        chain: [],
      },
      packetLoss: null,
      ttl: null,
      ports: [],
      dns: null,
      domain: null,
      mail: [],
    },
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
    expect(document.querySelector('h1')?.textContent).toBe('Shop');
    await screen.findByRole('img', { name: /Response time over the last/ });
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

  it('asks for another range and remembers it', async () => {
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
          },
        };
      },
    });
    const user = await open('/cloudMonitorDashboard/1');
    await user.click(await screen.findByRole('button', { name: 'Test now' }));
    await screen.findByText('No answer within 10 s.');
    expect(asked).toMatchObject({ id: 1, monitor: { httpUsername: 'probe', authenticationType: 'BASIC' } });
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

// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MockRefusal, networkFailure } from '#api/mock.ts';
import { at, given, withConsole } from '#tests/console/harness.tsx';
import { setMe } from '../../session/session.ts';
import { Start } from '../../start/start.tsx';
import type { PublicStatus } from './public-status.ts';

withConsole();
beforeEach(() => setMe(undefined));

function status(part: Partial<PublicStatus> = {}): PublicStatus {
  return {
    title: 'Our services',
    at,
    state: 'partial',
    hours: Array.from({ length: 24 }, (_, hour) => new Date(Date.UTC(2026, 10, 20, 9 + hour)).toISOString()),
    days: Array.from({ length: 90 }, (_, day) => new Date(Date.UTC(2026, 7, 24 + day)).toISOString()),
    monitors: [
      {
        name: 'Web shop',
        status: 'up',
        since: at,
        frequency: 60,
        beats: { at: [1_795_247_880, 1_795_247_940, 1_795_248_000], states: 'duU' },
        day: 1,
        quarter: 0.9987,
        hours: Array.from({ length: 24 }, () => 1),
        days: Array.from({ length: 90 }, (_, day) => (day < 80 ? null : day === 88 ? 0.5 : 1)),
      },
      {
        name: 'Booking',
        status: 'down',
        since: at,
        frequency: 60,
        beats: { at: [], states: '' },
        day: 0.5,
        quarter: null,
        hours: [],
        days: [],
      },
    ],
    notices: [],
    incidents: [
      { name: 'Booking', kind: 'outage', since: at, until: null },
      { name: 'Web shop', kind: 'slow', since: '2026-11-19T08:00:00.000Z', until: '2026-11-19T08:20:00.000Z' },
    ],
    ...part,
  };
}

async function visit(slug = 'our-services') {
  window.location.hash = `#/status/${slug}`;
  const user = userEvent.setup();
  await act(async () =>
    render(
      <MantineProvider env="test">
        <Start />
      </MantineProvider>,
    ),
  );
  return user;
}

describe('a public status page', () => {
  it('shows how each service stands without asking who is there', async () => {
    const asked: unknown[] = [];
    given({
      readSession: () => (asked.push('session'), new MockRefusal('not_signed_in')),
      readInstallation: () => (asked.push('installation'), { setUp: true, signedIn: false }),
      readPublicStatus: ({ params, query }) => (asked.push([params.slug, typeof query.zone]), status()),
    });
    await visit();
    await screen.findByRole('heading', { name: 'Our services', level: 1 });
    expect(asked).toEqual([['our-services', 'string']]);
    expect(screen.getByText('Some services are down')).toBeDefined();
    const services = screen.getByRole('region', { name: 'Services' });
    expect(within(services).getByText('Web shop')).toBeDefined();
    expect(within(services).getByText('Down')).toBeDefined();
    expect(within(services).getByText('99.87% up')).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Open incidents' })).getByText('Outage')).toBeDefined();
    expect(within(screen.getByRole('region', { name: /last 14 days/ })).getByText(/20 min/)).toBeDefined();
    await waitFor(() => expect(document.title).toBe('Our services'));
  });

  it('shows the last 24 hours when asked, by a segmented control (B)', async () => {
    given({ readPublicStatus: () => status() });
    const user = await visit();
    // Drawn as every other choice of a few.
    const spans = await screen.findByRole('radiogroup', { name: 'Time shown' });
    await user.click(within(spans).getByRole('radio', { name: '24 hours' }));
    expect(screen.getByText('100% up')).toBeDefined();
    expect(within(spans).getByRole('radio', { name: '24 hours', checked: true })).toBeDefined();
  });

  it('shows the latest checks of each service as a heartbeat bar, maintenance apart (B)', async () => {
    given({ readPublicStatus: () => status() });
    await visit();
    const services = await screen.findByRole('region', { name: 'Services' });
    const bars = within(services).getAllByRole('img', { name: /^Last/ });
    expect(bars).toHaveLength(1);
    expect(bars[0]?.getAttribute('aria-label')).toMatch(/^Last 3 checks: 1 up, 1 down, 1 in maintenance/);
  });

  it('shows above the services what technicians tell of an open incident, and below what is over', async () => {
    given({
      readPublicStatus: () =>
        status({
          state: 'up',
          incidents: [],
          notices: [
            {
              title: 'Orders delayed',
              startedAt: at,
              endedAt: null,
              updates: [
                { state: 'IDENTIFIED', text: 'A full disk.\nWe make room.', at: '2026-11-21T08:30:00.000Z' },
                { state: 'INVESTIGATING', text: 'We are looking.', at },
              ],
            },
            {
              title: 'Mail late',
              startedAt: '2026-11-18T08:00:00.000Z',
              endedAt: '2026-11-18T09:00:00.000Z',
              updates: [{ state: 'RESOLVED', text: 'All delivered.', at: '2026-11-18T09:00:00.000Z' }],
            },
          ],
        }),
    });
    await visit();
    const open = await screen.findByRole('region', { name: 'Orders delayed' });
    const services = screen.getByRole('region', { name: 'Services' });
    expect(open.compareDocumentPosition(services)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(within(open).getAllByRole('listitem')[0]?.textContent).toMatch(
      /^Identified.*A full disk\.\nWe make room\.$/,
    );
    expect(screen.getByText('All checks pass, an incident is open')).toBeDefined();
    expect(screen.queryByText('Everything is up')).toBeNull();
    const ended = screen.getByRole('region', { name: 'Incident reports of the last 14 days' });
    expect(within(ended).getByText('All delivered.')).toBeDefined();
    expect(services.compareDocumentPosition(ended)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('tells each bar by keyboard', async () => {
    given({ readPublicStatus: () => status() });
    const user = await visit();
    const bars = await screen.findByRole('slider', { name: 'Availability of Web shop over time' });
    await act(async () => bars.focus());
    expect(bars.getAttribute('aria-valuetext')).toMatch(/: 100% up$/);
    await user.keyboard('{ArrowLeft}');
    expect(bars.getAttribute('aria-valuetext')).toMatch(/: 50% up$/);
    await user.keyboard('{Home}');
    expect(bars.getAttribute('aria-valuetext')).toMatch(/: Not checked$/);
  });

  it('says in words that there is none', async () => {
    given({ readPublicStatus: () => new MockRefusal('not_found') });
    await visit('nothing');
    expect(await screen.findByRole('heading', { name: 'There is no status page here', level: 1 })).toBeDefined();
  });

  it('does without a zone that the server does not know', async () => {
    const zones: unknown[] = [];
    given({
      readPublicStatus: ({ query }) => {
        zones.push(query.zone === undefined);
        return query.zone === undefined
          ? status()
          : new MockRefusal('invalid_input', { fields: { '/zone': 'Must be a time zone' } });
      },
    });
    await visit();
    await screen.findByRole('heading', { name: 'Our services', level: 1 });
    expect(zones).toEqual([false, true]);
  });

  it('says why it could not be read, and tries again', async () => {
    given({ readPublicStatus: () => new MockRefusal('internal') });
    const user = await visit();
    const failure = await screen.findByRole('alert');
    given({ readPublicStatus: () => status() });
    await user.click(within(failure).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Our services', level: 1 })).toBeDefined();
  });

  it('reads again by itself, keeps what it knew while the server is away, and shows nothing of a page that was turned off', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
    try {
      given({ readPublicStatus: () => status() });
      await visit();
      await screen.findByText('Some services are down');
      given({ readPublicStatus: () => status({ state: 'up', incidents: [] }) });
      await act(() => vi.advanceTimersByTimeAsync(20_000));
      await screen.findByText('Everything is up');
      given({ readPublicStatus: () => networkFailure });
      await act(() => vi.advanceTimersByTimeAsync(20_000));
      await waitFor(() =>
        expect(screen.getByText(/The server cannot be reached. This is the status from/)).toBeDefined(),
      );
      expect(screen.getByText('Everything is up')).toBeDefined();
      given({ readPublicStatus: () => new MockRefusal('not_found') });
      await act(() => vi.advanceTimersByTimeAsync(20_000));
      await screen.findByRole('heading', { name: 'There is no status page here' });
    } finally {
      vi.useRealTimers();
    }
  });
});

// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { MockRefusal, type MockReplies } from '#api/mock.ts';
import type { SeriesPlot } from '../../plot/series-plot.tsx';
import { ada, alertRow, at, FakeSocket, given, monitorRow, open, withConsole } from '#tests/console/harness.tsx';

// jsdom draws no canvas.
vi.mock('../../plot/series-plot.tsx', () => ({
  SeriesPlot: ({ labels, onZoom }: Pick<ComponentProps<typeof SeriesPlot>, 'labels' | 'onZoom'>) => (
    <>
      <div role="img" aria-label={labels.response} />
      <button onClick={() => onZoom(1_780_000_000, 1_780_003_600)}>Zoom</button>
    </>
  ),
}));

withConsole();

type AlertDetail = CallReply<'readAlert'>;
type Entry = AlertDetail['timeline'][number];

const entry = (kind: Entry['kind'], more: Partial<Entry> = {}): Entry => ({
  kind,
  at,
  by: null,
  words: '',
  notice: null,
  ...more,
});
const detail = (more: Partial<AlertDetail> = {}): AlertDetail => ({
  ...alertRow(),
  timeline: [entry('RAISED', { words: 'The server answered 503.' })],
  shortened: false,
  ...more,
});
const points = ['07:59:00', '08:00:00', '08:01:00'].map((time, index) => ({
  at: `2026-11-21T${time}.000Z`,
  responseTime: index === 0 ? 84 : null,
  max: null,
  up: index === 0 ? 1 : 0,
  checks: 1,
}));
const around: MockReplies = {
  readMonitor: () => new MockRefusal('not_found'),
  listAlertTechnicians: () => [
    { id: 1, name: 'Ada Byron' },
    { id: 2, name: 'Uma Tester' },
  ],
  listResults: ({ query }) => ({
    points,
    from: String(query.from),
    to: String(query.to),
    availability: 0.3,
    step: null,
  }),
};
const delivery = {
  to: 'desk@example.com',
  state: 'failed' as const,
  attempts: 12,
  status: null,
  error: 'connect ECONNREFUSED',
  nextAttemptAt: null,
};

describe('the page of an alert', () => {
  it('says what is wrong, how it stands, and what happened to it so far (A3)', async () => {
    given({
      ...around,
      readAlert: () =>
        detail({
          paused: true,
          maintenance: true,
          acknowledged: { at, by: 'Grace Hopper', note: 'Provider called' },
          assignee: { id: 2, name: 'Uma Tester' },
          timeline: [
            entry('RAISED', { words: 'The server answered 503.' }),
            entry('NOTIFIED', { notice: { event: 'alert.raised', channel: 'Desk', deliveries: [delivery] } }),
            entry('NOTIFIED', {
              notice: {
                event: 'alert.escalated',
                channel: 'Boss',
                deliveries: [1, 2].map(() => ({ ...delivery, to: null, state: 'delivered', attempts: 1, error: null })),
              },
            }),
            entry('ACKNOWLEDGED', { by: 'Grace Hopper', words: 'Provider called' }),
            entry('ASSIGNED', { by: 'Ada Byron', words: 'Uma Tester' }),
            entry('PAUSED', { by: 'Ada Byron' }),
          ],
        }),
    });
    await open('/alerts/1');
    await screen.findByRole('heading', { level: 1, name: 'Down' });
    const header = document.querySelector('header h1')?.parentElement?.textContent;
    expect(header).toContain('AcknowledgedPausedMaintenance');
    expect(screen.getAllByRole('link', { name: 'Shop' })[0]?.getAttribute('href')).toContain(
      '/cloudMonitorDashboard/3',
    );
    const lines = within(screen.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem');
    const texts = lines.map((line) => line.textContent ?? '').filter((text) => text.includes('2026'));
    // The latest first.
    expect(texts[0]).toContain('Ada Byron paused the monitor');
    expect(texts[1]).toContain('Ada Byron assigned it to Uma Tester');
    expect(texts[2]).toMatch(/Grace Hopper acknowledged it.*Provider called/);
    expect(texts[3]).toMatch(/Escalated to Boss.*Delivered.*2 recipients/);
    expect(texts[4]).toMatch(/Notified Desk.*desk@example.com · connect ECONNREFUSED · 12 attempts/);
    expect(texts[5]).toMatch(/Alert raised.*The server answered 503/);
  });

  it('takes a note, and shows at its field what is wrong with one', async () => {
    const sent: unknown[] = [];
    let timeline = [entry('RAISED')];
    given({
      ...around,
      readAlert: () => detail({ timeline }),
      addAlertNote: ({ body }) => {
        sent.push(body);
        timeline = [...timeline, entry('NOTE', { by: 'Ada Byron', words: body.note })];
        return { resultCode: 'SUCCESS', alert: alertRow() };
      },
    });
    const user = await open('/alerts/1');
    await user.click(await screen.findByRole('button', { name: 'Add note' }));
    await screen.findByText('Required');
    await user.type(await screen.findByRole('textbox', { name: /Note/ }), 'Restarted it');
    await user.click(screen.getByRole('button', { name: 'Add note' }));
    await screen.findByText('Ada Byron added a note');
    expect(sent).toEqual([{ note: 'Restarted it' }]);
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Note/ })).toHaveProperty('value', ''));
  });

  it('is assigned to oneself, to somebody else and to nobody', async () => {
    const sent: unknown[] = [];
    let stands = detail();
    const names: Record<number, string> = { 1: 'Ada Byron', 2: 'Uma Tester' };
    given({
      ...around,
      readAlert: () => stands,
      assignAlert: ({ body: { userId } }) => {
        sent.push(userId);
        stands = detail({ assignee: userId === null ? null : { id: userId, name: names[userId] ?? '' } });
        return { resultCode: 'SUCCESS', alert: stands };
      },
    });
    const user = await open('/alerts/1');
    await user.click(await screen.findByRole('button', { name: 'Assign to me' }));
    const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Assigned to' });
    await waitFor(() => expect(field().value).toBe('Ada Byron'));
    expect(screen.queryByRole('button', { name: 'Assign to me' })).toBeNull();
    for (const name of ['Uma Tester', 'Nobody']) {
      await user.click(field());
      await user.click(await screen.findByRole('option', { name }));
      await waitFor(() => expect(field().value).toBe(name));
    }
    expect(sent).toEqual([1, 2, null]);
  });

  it('lists the checks around the raise', async () => {
    given({ ...around, readAlert: () => detail(), readMonitor: () => monitorRow() as never });
    const user = await open('/alerts/1');
    const table = await screen.findByRole('table', { name: 'Around the raise' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual(['07:59:00Up84 ms', '08:00:00Down–', '08:01:00Down–']);
    expect(rows.map((row) => row.hasAttribute('data-led'))).toEqual([false, true, false]);
    await user.click(screen.getByRole('button', { name: 'Zoom' }));
    await waitFor(() => expect(window.location.hash).toMatch(/^#\/cloudMonitorDashboard\/3\?from=2026-05-28/));
  });

  it('follows live what others do, and says when it ended without a reset', async () => {
    let stands = detail();
    given({ ...around, readAlert: () => stands });
    await open('/alerts/1');
    await screen.findByRole('button', { name: 'Acknowledge “Down” of “Shop”' });
    stands = detail({
      resetAt: at,
      endReason: 'CONDITION_OFF',
      timeline: [entry('RAISED'), entry('ENDED', { words: 'CONDITION_OFF' })],
    });
    FakeSocket.latest?.say('alert', [1]);
    await screen.findByText('Alert ended');
    expect(screen.getAllByText('Its condition was turned off. No check reset it.').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Acknowledge “Down” of “Shop”' })).toBeNull();
  });

  it('offers nothing to who may not change monitors, and says when there is no such alert', async () => {
    given({ ...around, readAlert: () => detail(), listAlertTechnicians: () => new MockRefusal('forbidden') });
    await open('/alerts/1', { ...ada, sysadmin: false, permissions: ['NODE:View'] });
    await screen.findByText('Nobody has acknowledged it yet.');
    expect(screen.queryByRole('button', { name: /Acknowledge|Assign|Add note/ })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Assigned to' })).toBeNull();
  });

  it('says when there is no such alert', async () => {
    given({ readAlert: () => new MockRefusal('not_found') });
    await open('/alerts/99');
    expect(await screen.findByRole('heading', { name: 'Not found' })).toBeDefined();
  });
});

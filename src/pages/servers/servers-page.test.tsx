// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import { at, given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const server = {
  id: '7b1f3a52-6a77-4b7e-9c34-1d1d5a3c9a01',
  hostname: 'cairn-1',
  pid: 4711,
  startedAt: at,
  reportedAt: at,
  monitors: 10_000,
  checksPerMinute: 10_012,
  latenessMedian: 1.2,
  latenessP99: 38,
  dropped: 0,
};
const path = '/administration/general/servers';

describe('the monitoring servers', () => {
  it('are shown with what they run and how late their checks begin', async () => {
    given({ listMonitorServers: () => [server] });
    await open(path);
    const card = await screen.findByRole('region', { name: 'cairn-1' });
    expect(within(card).getByText('10,000')).toBeTruthy();
    expect(within(card).getByText('10,012 a minute')).toBeTruthy();
    expect(within(card).getByText(/1.2 ms median, 38 ms at the 99th percentile/)).toBeTruthy();
    expect(within(card).queryByText('Overloaded')).toBeNull();
    expect(within(card).queryByText('Results lost')).toBeNull();
  });

  it('say so when they cannot keep up, or lost results', async () => {
    given({ listMonitorServers: () => [{ ...server, latenessP99: 4200, dropped: 3 }] });
    await open(path);
    expect(await screen.findByText('Overloaded')).toBeTruthy();
    expect(screen.getByText('Results lost')).toBeTruthy();
  });

  it('have said nothing yet', async () => {
    given({ listMonitorServers: () => [] });
    await open(path);
    expect(await screen.findByText('No server has reported yet')).toBeTruthy();
  });

  it('cannot be read: that is said, and they can be asked again', async () => {
    given({
      listMonitorServers: () => {
        throw new MockRefusal('internal');
      },
    });
    await open(path);
    expect(await screen.findByText('The monitoring servers could not be loaded')).toBeTruthy();
    expect(screen.getByRole('button', { name: /again/i })).toBeTruthy();
  });
});

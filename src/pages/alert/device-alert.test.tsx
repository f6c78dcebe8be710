// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { alertRow, at, given, open, withConsole } from '#tests/console/harness.tsx';

// jsdom draws no canvas; the plot itself is looked at in the browser.
vi.mock('../../plot/share-plot.tsx', () => ({
  SharePlot: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}));
withConsole();

const alert = alertRow({ id: 9, monitorId: 7, monitorName: 'web-1', ofDevice: true, conditionName: 'CPU' });

it('shows the load of the device that an alert is about, and leads to it', async () => {
  given({
    readAlert: () => ({ ...alert, timeline: [], shortened: false }),
    readDevicePerformance: () => ({
      from: at,
      to: at,
      step: 300,
      series: [{ kind: 'CPU', name: '', size: null, value: 0.97, at, points: [{ at, average: 0.97, maximum: 1 }] }],
    }),
  });
  await open('/alerts/9');
  await screen.findByRole('img', { name: /^CPU in use, last day: now 97%/ });
  expect(screen.getByRole('link', { name: 'web-1' }).getAttribute('href')).toContain('/deviceDashboard/7/overview');
  expect(screen.queryByRole('heading', { name: 'Checks' })).toBeNull();
});

it('leads to the device from the list of alerts', async () => {
  given({ listAlerts: () => ({ items: [alert], total: 1 }) });
  await open('/alerts');
  const [link] = await screen.findAllByRole('link', { name: 'web-1' });
  expect(link?.getAttribute('href')).toContain('/deviceDashboard/7/overview');
});

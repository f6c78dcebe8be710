// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallInput } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { formatIn } from '#screens/shared/format.ts';
import { ada, at, given, monitorRow, open, withConsole } from '#tests/console/harness.tsx';
import { maintenanceBand, readWindow, standingOf, subjectOf, type MaintenanceWindow } from './windows.ts';

withConsole();

const second = (text: string) => Date.parse(text) / 1000;
const window = (more: Partial<MaintenanceWindow> = {}): MaintenanceWindow => ({
  id: 1,
  startTime: second('2026-11-21T08:00:00Z'),
  endTime: null,
  options: {
    notifications: true,
    alerts: true,
    patching: false,
    avScans: false,
    tasks: false,
    notificationChannels: true,
  },
  disabledOptions: ['notifications', 'patching', 'avScans', 'tasks'],
  reasonMessage: 'New disks',
  custom: {},
  repeat: null,
  setBy: 'Ada Byron',
  setAt: at,
  ...more,
});
const later = second('2999-01-01T08:00:00Z');
type Body = CallInput<'setMaintenance'>['body'];

describe('a draft of it', () => {
  const of = (ids: number[], kind: 'MONITORS' | 'DEVICES' = 'MONITORS') => subjectOf({ kind, ids });

  it('is of the monitors that were meant, in whichever order they were chosen', () => {
    expect(of([7])).toBe('7');
    expect(of([8, 7])).toBe(of([7, 8]));
    expect(of([7, 8])).not.toBe(of([7, 9]));
  });

  it('is of many monitors in as few characters as a draft may say', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => index);
    expect(of(many)).toMatch(/^10000 monitors, \w{7}$/);
    expect(of(many)).not.toBe(of(many.slice(1).concat(20_000)));
    expect(of(many, 'DEVICES')).toMatch(/^10000 devices, \w{7}$/);
  });
});

describe('a window', () => {
  const now = Date.parse('2026-11-21T09:00:00Z');

  it.each([
    ['active', {}],
    ['active', { endTime: now / 1000 + 1 }],
    ['over', { endTime: now / 1000 }],
    ['coming', { startTime: now / 1000 + 60 }],
  ] as const)('is %s (F09-09)', (standing, more) => {
    expect(standingOf(window(more), now)).toBe(standing);
  });

  describe('to be changed', () => {
    const options = {
      notifications: true,
      alerts: true,
      notificationChannels: true,
    };
    const once = { ...options, repeats: 'ONCE' };
    const read = (more: Partial<MaintenanceWindow> = {}) =>
      readWindow(window(more), { suppresses: 'ALERTS', timeZone: 'Europe/Berlin' }, now);

    it('starts anew when it is under way', () => {
      expect(read()).toEqual({ ...once, startType: 'NOW', endType: 'NEVER', reasonMessage: 'New disks' });
    });

    it('keeps its times, in whole minutes of the viewer’s zone, when it is coming', () => {
      expect(read({ startTime: later + 7, endTime: later + 607, reasonMessage: '' })).toEqual({
        ...once,
        startType: 'AT',
        startsAt: '2999-01-01T09:00',
        endType: 'ON',
        endsAt: '2999-01-01T09:10',
      });
    });

    it('keeps its rule and its length when it recurs', () => {
      const repeat = { repeats: 'WEEKLY', daysOfWeek: ['MON'], runAtHour: 2, runAtMinute: 5, timeZone: 'UTC' } as const;
      expect(
        read({ startTime: later, endTime: later + 5400, reasonMessage: '', repeat: { ...repeat } as never }),
      ).toEqual({
        ...options,
        repeats: 'WEEKLY',
        daysOfWeek: ['MON'],
        runAt: '02:05',
        lasts: 5400,
      });
    });
  });

  it('is a band to its end, or as far as the plot goes', () => {
    const format = formatIn('en-US', 'UTC');
    const words = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as never;
    const plot = { end: now / 1000, now: now / 1000 };
    expect(maintenanceBand(window(), plot, words, format)).toMatchObject({
      kind: 'maintenance',
      to: now / 1000,
      open: true,
      text: 'band.untilDisabled · New disks',
    });
    expect(
      maintenanceBand(window({ endTime: window().startTime + 600, reasonMessage: '' }), plot, words, format),
    ).toMatchObject({ to: window().startTime + 600, open: false, text: 'band.lasted 10 min' });
  });
});

describe('the maintenance of chosen monitors', () => {
  const portal = monitorRow({ id: 2, monitorName: 'Portal', maintenance: window() });
  const both = () => ({ items: [monitorRow(), portal], total: 2 });

  it('is set after the override was confirmed; the selection is cleared and the list read again (F09-11, F09-27, F09-28)', async () => {
    const sent: Body[] = [];
    let lists = 0;
    given({
      listMonitors: () => {
        lists += 1;
        return both();
      },
      matchMonitors: () => ({ running: [1, 2], paused: [] }),
      setMaintenance: ({ body }) => {
        sent.push(body);
        return body.override ? null : new MockRefusal('already_in_maintenance', { message: '1 of 2 monitors.' });
      },
    });
    const user = await open('/cloudMonitors');
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await user.click(await screen.findByRole('button', { name: 'Maintenance' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Set maintenance' }));
    await screen.findByText(/^For 2 monitors\. Times in UTC\./);
    const notifications = await screen.findByRole('checkbox', { name: 'Notifications' });
    expect([notifications.matches(':checked'), notifications.matches(':disabled')]).toEqual([true, true]);
    await user.type(await screen.findByRole('textbox', { name: /^Reason/ }), 'Moving house');
    await user.click(screen.getByRole('button', { name: 'Set maintenance' }));
    await screen.findByText('1 of 2 monitors.');
    const before = lists;
    await user.click(screen.getByRole('button', { name: 'Override maintenance' }));
    await screen.findByText('The maintenance of 2 monitors is set.');
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
    await waitFor(() => expect(lists).toBeGreaterThan(before));
    const asked = {
      schedule: { startTime: null, endTime: null },
      options: {
        notifications: true,
        alerts: true,
        patching: false,
        avScans: false,
        tasks: false,
        notificationChannels: true,
      },
      reasonMessage: 'Moving house',
      monitorIds: [1, 2],
    };
    expect(sent).toEqual([
      { ...asked, override: false },
      { ...asked, override: true },
    ]);
  });

  it('says what failed, and at the field what is too early (F09-12, F09-13, F09-14)', async () => {
    given({ setMaintenance: () => new MockRefusal('internal') });
    const user = await open('/cloudMonitors');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Shop' }));
    await user.click(screen.getByRole('button', { name: 'Maintenance' }));
    // Of the start and of the end.
    await user.click((await screen.findAllByText('At a set time')).at(-1) as HTMLElement);
    const field = await screen.findByLabelText(/^End date and time/);
    fireEvent.change(field, { target: { value: '2020-01-01T08:00' } });
    const press = () => user.click(screen.getByRole('button', { name: 'Set maintenance' }));
    await press();
    expect((await screen.findAllByText('Date and time must be in the future')).length).toBeGreaterThan(0);
    fireEvent.change(field, { target: { value: new Date(Date.now() + 120_000).toISOString().slice(0, 16) } });
    expect((await screen.findAllByText('Minimum of 5 minutes required after Start date')).length).toBeGreaterThan(0);
    fireEvent.change(field, { target: { value: '2999-01-01T08:00' } });
    await press();
    expect((await screen.findAllByText('Something went wrong on our end. Please try again')).length).toBeGreaterThan(0);
  });

  it('is disabled after asking, and says when that failed (F09-25, F09-31)', async () => {
    const sent: unknown[] = [];
    let fails = true;
    given({
      listMonitors: both,
      endMaintenance: ({ body }) => {
        sent.push(body);
        return fails ? new MockRefusal('internal') : null;
      },
    });
    const user = await open('/cloudMonitors');
    await user.click(await screen.findByRole('checkbox', { name: 'Select Portal' }));
    await user.click(screen.getByRole('button', { name: 'Maintenance' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Disable maintenance' }));
    const dialog = await screen.findByRole('dialog', { name: 'Disable maintenance of 1 monitor' });
    await user.click(within(dialog).getByRole('button', { name: 'Disable maintenance' }));
    await screen.findByText('Failed to disable maintenance.');
    fails = false;
    await user.click(within(dialog).getByRole('button', { name: 'Disable maintenance' }));
    await screen.findByText('Maintenance of 1 monitor disabled');
    expect(sent).toEqual([{ monitorIds: [2] }, { monitorIds: [2] }]);
  });

  it('stands in the list with its reason and that it has no end, and narrows it (A10)', async () => {
    const asked: unknown[] = [];
    given({
      listMonitors: ({ query }) => {
        asked.push(query.status);
        return query.status === 'maintenance' ? { items: [portal], total: 1 } : both();
      },
    });
    const user = await open('/cloudMonitors');
    const row = (await screen.findByRole('link', { name: 'Portal' })).closest('tr');
    expect(within(row as HTMLElement).getByText('Maintenance, no end')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Maintenance' }));
    await waitFor(() => expect(asked.at(-1)).toBe('maintenance'));
    expect(addressNow()).toBe('#/cloudMonitors?status=maintenance');
  });

  it('is not offered to who may not edit it', async () => {
    await open('/cloudMonitors', { ...ada, sysadmin: false, permissions: ['NODE:View', 'NODE:Update'] });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Shop' }));
    await screen.findByRole('button', { name: 'Pause' });
    expect(screen.queryByRole('button', { name: 'Maintenance' })).toBeNull();
  });
});

const addressNow = () => globalThis.window.location.hash;

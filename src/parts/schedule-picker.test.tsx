// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { given, withConsole } from '#tests/console/harness.tsx';
import { dataClient } from '../data/use-call.ts';
import { usualSchedule, type Schedule } from '../format/schedule.ts';
import { SchedulePicker } from './schedule-picker.tsx';

withConsole();

const offered = ['RUN_ONCE', 'EVERY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;
const soon: Schedule = { ...usualSchedule('UTC', Date.parse('2999-05-01T00:00Z')), repeats: 'DAILY' };

/** Shows the picker. Answers what it says last. */
function open(begin: Schedule = soon): { latest: () => Schedule; user: ReturnType<typeof userEvent.setup> } {
  given({ listTimeZones: () => [{ name: 'Berlin', timeZoneId: 'Europe/Berlin', offset: 60 }] });
  let latest = begin;
  function Held(): ReactNode {
    const [schedule, setSchedule] = useState(begin);
    latest = schedule;
    return (
      <SchedulePicker
        schedule={schedule}
        offered={offered}
        wrong={{ '/startDate': 'It would never run', '/daysOfWeek': 'Choose a day' }}
        onChange={setSchedule}
      />
    );
  }
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={dataClient()}>
        <Held />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { latest: () => latest, user: userEvent.setup() };
}

const runs = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

async function repeat(user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: 'Repeats' }));
  await user.click(await screen.findByRole('option', { name }));
}

describe('the picker of a schedule', () => {
  it('offers the ways to repeat that it was given, and the one that the schedule has (C20-03)', async () => {
    const { user } = open({ ...soon, repeats: 'ON_USER_LOGIN' });
    await user.click(screen.getByRole('combobox', { name: 'Repeats' }));
    const list = within(await screen.findByRole('listbox', { name: 'Repeats' }));
    expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Once',
      'At an interval',
      'Hourly',
      'Daily',
      'Weekly',
      'Monthly',
      'When a user signs in',
    ]);
  });

  it('shows the next ten runs, and what changes them', async () => {
    const { user, latest } = open();
    expect(screen.getByRole('list', { name: 'Next runs in UTC' })).toBeDefined();
    expect(runs()).toHaveLength(10);
    expect(runs()[1]).toContain('2 May 2999, 09:00');
    const between = screen.getByRole('textbox', { name: 'Days between runs' });
    fireEvent.change(between, { target: { value: '3' } });
    expect(runs()[1]).toContain('4 May 2999, 09:00');
    expect(latest().repeatsEveryCount).toBe(3);
    await repeat(user, 'Once');
    expect(runs()).toHaveLength(1);
    expect(screen.queryByRole('combobox', { name: 'Ends' })).toBeNull();
  });

  it.each([
    ['HOURLY', 'Hours between runs', 12],
    ['DAILY', 'Days between runs', 365],
    ['WEEKLY', 'Weeks between runs', 52],
    ['MONTHLY', 'Months between runs', 12],
  ] as const)('takes no more than the most of %s (C20-08)', (repeats, label, most) => {
    const { latest } = open({ ...soon, repeats });
    expect(screen.getByText(`1 to ${most}`)).toBeDefined();
    const between = screen.getByRole('textbox', { name: label });
    fireEvent.change(between, { target: { value: String(most + 1) } });
    fireEvent.blur(between);
    expect(latest().repeatsEveryCount).toBe(most);
  });

  it('ends after a number of runs, or with a day (C20-02)', async () => {
    const { user, latest } = open();
    const endWith = async (name: string) => {
      await user.click(screen.getByRole('combobox', { name: 'Ends' }));
      await user.click(await screen.findByRole('option', { name }));
    };
    await endWith('After a number of runs');
    expect(runs()).toHaveLength(1);
    await endWith('On a date');
    expect(runs()).toEqual([]);
    fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2999-05-03' } });
    expect(runs()).toHaveLength(3);
    expect(latest().end).toEqual({ type: 'ON', occurenceCount: 1, endDate: '2999-05-03' });
  });

  it('runs at the time, on the days of the week and on the day of the month that are chosen (C20-02)', async () => {
    const { user, latest } = open();
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '10:30' } });
    expect(latest()).toMatchObject({ runAtHour: 10, runAtMinute: 30 });
    expect(runs()[0]).toContain('1 May 2999, 10:30');
    await repeat(user, 'Weekly');
    const before = new Set(latest().daysOfWeek);
    expect(before.has('SAT')).toBe(false);
    await user.click(screen.getByRole('checkbox', { name: /^Sat/ }));
    expect(new Set(latest().daysOfWeek)).toEqual(before.add('SAT'));
    expect(runs().some((run) => run?.startsWith('Sat, 4 May'))).toBe(true);
    await repeat(user, 'Monthly');
    fireEvent.change(screen.getByRole('textbox', { name: 'Day of the month' }), { target: { value: '15' } });
    expect(runs()[0]).toContain('15 May 2999, 10:30');
    expect(runs()[1]).toContain('15 Jun 2999, 10:30');
  });

  it('runs at an interval of minutes, and says at its fields what is wrong', async () => {
    const { user, latest } = open();
    await repeat(user, 'At an interval');
    expect(latest()).toMatchObject({ repeats: 'EVERY', scheduleInterval: 60 });
    expect(runs()[1]).toContain('1 May 2999, 10:00');
    fireEvent.change(screen.getByRole('textbox', { name: 'Minutes between runs' }), { target: { value: '90' } });
    expect(runs()[1]).toContain('1 May 2999, 10:30');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2999-06-01' } });
    expect(runs()[0]).toContain('1 Jun 2999, 09:00');
    expect(screen.getByLabelText('From').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('It would never run')).toBeDefined();
    await repeat(user, 'Weekly');
    expect(screen.getByRole('alert').textContent).toBe('Choose a day');
  });

  it('follows the clocks of the zone that is chosen', async () => {
    const { user, latest } = open();
    await user.click(screen.getByRole('combobox', { name: 'Time zone' }));
    await user.click(await screen.findByRole('option', { name: /Berlin/ }));
    expect(latest().timeZone).toBe('Europe/Berlin');
    const list = screen.getByRole('list', { name: 'Next runs in Europe/Berlin' });
    // 09:00 there, which is 07:00 for the viewer in UTC.
    expect(within(list).getAllByRole('listitem')[0]?.textContent).toMatch(/09:00.*07:00/);
  });

  it('says so when it would not run any more', () => {
    open({ ...soon, repeats: 'RUN_ONCE', startDate: '2020-01-01' });
    expect(screen.getByRole('status').textContent).toBe('It would not run: choose a time in the future.');
  });
});

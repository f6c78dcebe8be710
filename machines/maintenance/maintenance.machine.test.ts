import { describe, expect, it } from 'vitest';
import { instance, rehearse, type Rehearsal } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const given = { timeZone: 'Europe/Berlin', subject: 'MONITORS', suppresses: 'ALERTS', monitorIds: [7, 8] };
const some = { given };
const asked = (stage: Rehearsal) => stage.call('setMaintenance').input.body as Record<string, unknown>;
const window = (more: object) => ({ ...rehearse(flow, some).view().data, ...more });

describe('putting monitors into maintenance', () => {
  it('begins with now and never, a start in a minute and an end six later, everything suppressed (F09-07, F09-08, F09-17, F09-18, F09-19)', () => {
    const { data, locked, words } = rehearse(flow, some).view();
    expect(data).toEqual({
      repeats: 'ONCE',
      daysOfWeek: ['SUN'],
      dayOfMonth: 1,
      runAt: '02:00',
      lasts: 3600,
      startType: 'NOW',
      startsAt: '2026-01-01T01:01',
      endType: 'NEVER',
      endsAt: '2026-01-01T01:07',
      timeZone: 'Europe/Berlin',
      notifications: true,
      suppresses: 'ALERTS',
      alerts: true,
      patching: true,
      avScans: true,
      tasks: true,
      notificationChannels: true,
    });
    expect(locked).toEqual(['/notifications']);
    expect(words).toEqual({ what: '2 monitors', zone: 'Europe/Berlin', clock: '' });
  });

  it('sends no times for now and never, and the moments of the zone else (F09-04)', () => {
    const stage = rehearse(flow, some);
    stage.submit(window({ reasonMessage: 'Update' }));
    expect(stage.call('setMaintenance').input.key).toBe(`${instance}-setMaintenance-0`);
    expect(asked(stage)).toEqual({
      schedule: { startTime: null, endTime: null },
      options: {
        notifications: true,
        alerts: true,
        patching: false,
        avScans: false,
        tasks: false,
        notificationChannels: true,
      },
      reasonMessage: 'Update',
      monitorIds: [7, 8],
      override: false,
    });
    const timed = rehearse(flow, some);
    timed.submit(
      window({
        startType: 'AT',
        startsAt: '2026-07-01T10:00',
        endType: 'ON',
        endsAt: '2026-07-01T11:00',
        alerts: false,
      }),
    );
    expect(asked(timed)).toMatchObject({
      schedule: { startTime: Date.UTC(2026, 6, 1, 8) / 1000, endTime: Date.UTC(2026, 6, 1, 9) / 1000 },
      options: { alerts: false },
    });
  });

  it.each([
    ['HOURS_1', 60],
    ['HOURS_4', 240],
    ['HOURS_8', 480],
  ])('sends %s as minutes from the start, which the server counts (A10)', (endType, minutes) => {
    const stage = rehearse(flow, some);
    stage.submit(window({ endType }));
    expect(asked(stage)['schedule']).toEqual({ startTime: null, endTime: null, minutes });
  });

  it.each([
    [
      { repeats: 'WEEKLY', daysOfWeek: ['MON', 'WED'], runAt: '02:05', lasts: 5400 },
      { repeats: 'WEEKLY', daysOfWeek: ['MON', 'WED'], runAtHour: 2, runAtMinute: 5 },
    ],
    [
      { repeats: 'MONTHLY', dayOfMonth: 0, runAt: '23:30', lasts: 5400 },
      { repeats: 'MONTHLY', dayOfMonth: 0, runAtHour: 23, runAtMinute: 30 },
    ],
  ])('sends %j as a rule with its length (A10)', (answers, repeat) => {
    const stage = rehearse(flow, some);
    stage.submit(window(answers));
    expect(asked(stage)['schedule']).toEqual({ startTime: null, endTime: null, minutes: 90, repeat });
  });

  it('pushes the end to six minutes after a start that is moved past it, and no other (F09-10, F09-20)', () => {
    const stage = rehearse(flow, some);
    const both = { startType: 'AT', endType: 'ON' };
    stage.change(window({ ...both, startsAt: '2026-01-01T01:07', endsAt: '2026-01-01T01:07' }));
    expect(stage.view().data['endsAt']).toBe('2026-01-01T01:07');
    stage.change(window({ ...both, startsAt: '2026-03-01T09:30', endsAt: '2026-01-01T01:07' }));
    expect(stage.view().data['endsAt']).toBe('2026-03-01T09:36');
    stage.change(window({ ...both, startsAt: '2026-02-01T09:30', endsAt: '2026-03-01T09:36' }));
    expect(stage.view().data['endsAt']).toBe('2026-03-01T09:36');
    // An end before the start is the person's to mend.
    stage.change(window({ ...both, startsAt: '2026-02-01T09:30', endsAt: '2026-01-31T09:30' }));
    expect(stage.view().data['endsAt']).toBe('2026-01-31T09:30');
  });

  it('asks before it replaces a window, and goes back with every answer (F09-03, F09-11)', async () => {
    const stage = rehearse(flow, some);
    stage.submit(window({ reasonMessage: 'Update' }));
    await stage.call('setMaintenance').refuse('already_in_maintenance', { message: '“Shop” is in maintenance.' });
    expect(stage.view()).toMatchObject({ screen: 'override', words: { reason: '“Shop” is in maintenance.' } });
    stage.send({ type: 'back' });
    expect(stage.view()).toMatchObject({ screen: 'window', data: { reasonMessage: 'Update' } });
    expect(stage.view().refusal).toBeUndefined();
    stage.submit(window({ reasonMessage: 'Update' }));
    await stage.call('setMaintenance').refuse('already_in_maintenance');
    stage.send({ type: 'confirmed' });
    expect(stage.calls.length).toBe(3);
    expect(stage.call('setMaintenance').input).toMatchObject({
      key: `${instance}-setMaintenance-2`,
      body: { override: true, reasonMessage: 'Update' },
    });
    await stage.call('setMaintenance').done(null);
    expect(stage.output()).toMatchObject({ outcome: 'finished', words: { what: '2 monitors' } });
  });

  it('says at the field what the server refused', async () => {
    const stage = rehearse(flow, some);
    stage.submit(window({ startType: 'AT' }));
    await stage.call('setMaintenance').refuse('invalid_input', {
      fields: { '/schedule/startTime': 'Date and time must be in the future', '/options/notifications': 'Always' },
    });
    expect(stage.view().refusal?.fields).toEqual({
      '/startsAt': 'Date and time must be in the future',
      '/notifications': 'Always',
    });
  });
});

it('names the one monitor that is meant, and begins with the window that it is given', () => {
  const stage = rehearse(flow, {
    subject: '7',
    given: { ...given, timeZone: 'UTC', name: 'Shop', monitorIds: [7] },
    answers: { window: { startType: 'AT', startsAt: '2026-01-02T00:00', alerts: false } },
  });
  expect(stage.view()).toMatchObject({
    words: { what: '“Shop”', zone: 'UTC' },
    data: { startType: 'AT', startsAt: '2026-01-02T00:00', endType: 'NEVER', alerts: false },
  });
});

describe('devices', () => {
  const devices = (suppresses: string, deviceIds = [7, 8]) => ({
    given: { timeZone: 'UTC', subject: 'DEVICES', suppresses, deviceIds },
  });
  const sent = (suppresses: string, more: object = {}) => {
    const stage = rehearse(flow, devices(suppresses));
    stage.submit({ ...stage.view().data, ...more });
    return asked(stage);
  };
  const everything = { alerts: true, patching: true, avScans: true, tasks: true, notificationChannels: true };

  it('are sent as deviceIds, with schedule, options and reasonMessage (F09-26, F09-29)', () => {
    expect(sent('ALL', { reasonMessage: 'Update', tasks: false })).toEqual({
      schedule: { startTime: null, endTime: null },
      options: { notifications: true, ...everything, tasks: false },
      reasonMessage: 'Update',
      deviceIds: [7, 8],
      override: false,
    });
  });

  it.each([
    ['ALL', everything],
    ['NO_ANTIVIRUS', { ...everything, avScans: false }],
    ['ALERTS', { ...everything, patching: false, avScans: false, tasks: false }],
    ['NOTIFICATIONS', { alerts: false, patching: false, avScans: false, tasks: false, notificationChannels: false }],
  ])('of the kind %s suppress what it has (F09-21, F09-22, F09-23, F09-24)', (suppresses, options) => {
    expect(sent(suppresses)['options']).toEqual({ notifications: true, ...options });
  });

  it('are named by their number, and one by its name', () => {
    expect(rehearse(flow, devices('ALL')).view().words['what']).toBe('2 devices');
    expect(rehearse(flow, devices('ALL', [7])).view().words['what']).toBe('the device');
  });
});

describe('what the clocks do is said before saving', () => {
  const clock = (more: object, { zone = 'Europe/Berlin', ruleZone = '' } = {}) => {
    const stage = rehearse(flow, { given: { ...given, timeZone: zone, ...(ruleZone && { ruleZone }) } });
    stage.change({ ...stage.view().data, ...more });
    return stage.view().words['clock'];
  };

  it('names a start that does not exist, and one that comes twice', () => {
    expect(clock({ startType: 'AT', startsAt: '2026-03-29T02:30' })).toBe(
      ' On Sun, 29 March 2026 the clocks in Europe/Berlin skip 02:30: the start is at 03:30.',
    );
    expect(clock({ startType: 'AT', startsAt: '2026-10-25T02:30' })).toBe(
      ' On Sun, 25 October 2026 the clocks in Europe/Berlin show 02:30 twice: the start is the second, after they went back.',
    );
    expect(clock({ startType: 'AT', startsAt: '2026-10-25T03:00' })).toBe('');
    expect(clock({ startType: 'NOW', startsAt: '2026-03-29T02:30' })).toBe('');
    expect(clock({ startType: 'AT', startsAt: '2026-03-29T02:30' }, { zone: 'UTC' })).toBe('');
  });

  it('names an end as well', () => {
    expect(clock({ endType: 'ON', endsAt: '2026-03-29T02:00' })).toContain('skip 02:00: the end is at 03:00.');
  });

  it('names the first run of a rule that a change touches', () => {
    const weekly = { repeats: 'WEEKLY', daysOfWeek: ['SUN'], runAt: '02:30' };
    expect(clock(weekly, { zone: 'America/New_York', ruleZone: 'Europe/Berlin' })).toBe(
      ' On Sun, 29 March 2026 the clocks in Europe/Berlin skip 02:30: the start is at 03:30.',
    );
    expect(clock({ ...weekly, runAt: '04:00' }, { ruleZone: 'Europe/Berlin' })).toBe('');
    expect(clock(weekly)).toBe('');
    expect(clock({ ...weekly, daysOfWeek: [] }, { ruleZone: 'Europe/Berlin' })).toBe('');
  });
});

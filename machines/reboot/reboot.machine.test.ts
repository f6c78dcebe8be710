import { describe, expect, it } from 'vitest';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const zones = { zone: 'America/New_York', deviceZone: 'Europe/Berlin' };
const open = (deviceIds: number[], more: Record<string, string> = zones) =>
  rehearse(flow, { given: { zone: 'UTC', deviceIds, ...more } });

describe('a reboot', () => {
  it('begins with the id of one device or the number of several, and the next 09:00 of the viewer (F13-02, F13-09, C20-09)', () => {
    expect(open([7]).view().data).toEqual({
      name: 'Reboot of device 7',
      runAt: '2026-01-01T09:00',
      timeZone: 'America/New_York',
      skipIfOffline: true,
    });
    expect(open([7, 8, 9]).view().data['name']).toBe('Reboot of 3 devices');
    expect(open([7], { zone: 'Asia/Tokyo' }).view().data['runAt']).toBe('2026-01-02T09:00');
  });

  it('is a task that is ad hoc and runs once, with its devices as targets (F13-03, F13-04, F13-05, F13-06, F13-10)', async () => {
    const stage = open([7, 8]);
    const data = {
      ...stage.view().data,
      description: ' Kernel ',
      runAt: '2026-05-01T03:30',
      timeZone: 'Europe/Berlin',
    };
    stage.submit({ ...data, skipIfOffline: false });
    const { input } = stage.call('addReboot');
    expect(input.key).toBe(`${instance}-addReboot-0`);
    expect(input.body).toEqual({
      name: 'Reboot of 2 devices',
      description: 'Kernel',
      enabled: true,
      runsOnNodeScheduledTask: true,
      adHoc: true,
      content: { skipIfOffline: false },
      scripts: { actionList: [] },
      schedule: {
        schema: '2.0',
        repeats: 'RUN_ONCE',
        repeatsEveryCount: 1,
        runAtHour: 3,
        runAtMinute: 30,
        dayOfMonth: 1,
        startDate: '2026-05-01',
        end: { type: 'AFTER', occurenceCount: 1, endDate: null },
        timeZone: 'Europe/Berlin',
      },
      targets: [
        { targetId: 7, scheduledTaskId: null, targetType: 'NODE' },
        { targetId: 8, scheduledTaskId: null, targetType: 'NODE' },
      ],
    });
    await stage.call('addReboot').done({ resultCode: 'SUCCESS', id: 1, runAt: '2026-05-01T01:30:00.000Z' });
    expect(stage.output()).toMatchObject({ outcome: 'finished', words: { what: '2 devices' } });
  });

  it('says when it runs in the zones of the task, the device and the viewer, and what the clocks do then', () => {
    const stage = open([7], { ...zones, deviceName: 'web-1' });
    const { words } = stage.view();
    expect(words['what']).toBe('“web-1”');
    expect(words['runs']).toBe(
      ' It runs on Thu, 1 January 2026 at 09:00 in America/New York, which is Thu, 1 January 2026 at 15:00 in Europe/Berlin.',
    );
    const says = (more: object) => {
      stage.change({ ...stage.view().data, ...more });
      return stage.view().words['runs'];
    };
    expect(says({ runAt: '2026-03-29T02:30', timeZone: 'Europe/Berlin' })).toContain(
      'skip 02:30: the reboot is at 03:30.',
    );
    expect(says({ runAt: '' })).toBe('');
    expect(says({ runAt: '2026-05-01T03:30', timeZone: 'Mars/Olympus' })).toBe('');
  });

  it('says at the field what the server refused, and keeps every answer (F13-07)', async () => {
    const stage = open([7]);
    stage.submit(stage.view().data);
    await stage.call('addReboot').refuse('invalid_input', {
      fields: { '/schedule/startDate': 'Date and time must be in the future', '/schedule/timeZone': 'No zone' },
    });
    expect(stage.view()).toMatchObject({
      screen: 'task',
      data: { name: 'Reboot of device 7' },
      refusal: { fields: { '/runAt': 'Date and time must be in the future', '/timeZone': 'No zone' } },
    });
  });
});

import { Type, type Static } from 'typebox';
import { Schedule, scheduleDays } from '../schedule.ts';
import { Closed, OneOf } from '../shapes.ts';

/**
 * On which days a device installs updates: what apt can keep of a schedule (C20). DAILY: every `repeatsEveryCount` days; WEEKLY: every
 * week on `daysOfWeek`. The time of day is the computer's own.
 */
const PatchSchedule = Closed({
  repeats: OneOf(['DAILY', 'WEEKLY']),
  repeatsEveryCount: Schedule.properties.repeatsEveryCount,
  daysOfWeek: scheduleDays.daysOfWeek,
});
export type PatchSchedule = Static<typeof PatchSchedule>;

/** `patchManagement` of F14-24. */
export const patchFields = {
  /** Off: Cairn manages no patches of the device, whose own settings stay. */
  enabled: Type.Boolean(),
  schedule: PatchSchedule,
  install: OneOf(['ALL', 'SECURITY']),
  /** Reboots when an update needs it, on devices whose settings allow reboots. */
  reboot: Type.Boolean(),
};

/** What the agent of a device applies. */
export const PatchSettingsState = Closed({
  ...patchFields,
  /** Maintenance that suppresses patching covers the device: it installs nothing. */
  held: Type.Boolean(),
});
export type PatchSettingsState = Static<typeof PatchSettingsState>;

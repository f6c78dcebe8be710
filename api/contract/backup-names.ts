// The closed sets of backup jobs (F06); without a schema, so that pages may use them.
export const compressionTypes = ['NONE', 'STANDARD', 'HIGH'] as const;
export const destinationTypes = ['LOCAL', 'NETWORK_SHARE'] as const;
export const passwordTypes = ['NONE', 'PASSWORD', 'PASSWORD_FILEPATH'] as const;
export const scheduleTypes = [
  'CONTINUOUS_INCREMENTAL',
  'LATER',
  'WEEKLY',
  'MONTHLY',
  'WEEKLY_VSS_ONLY',
  'MONTHLY_VSS_ONLY',
] as const;
export const retentionPolicies = ['NONE', 'IMAGE_COUNT'] as const;
export const weekDays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
/** Of a device: with the longest texts they stay below the largest message to an agent. */
export const mostBackupJobs = 16;

/** `none`: the device has no jobs; `unable`: the program of its agent is older. */
export const deliveryStates = ['none', 'waiting', 'applied', 'refused', 'unable'] as const;

/** Devices whose backup data one deletion takes along. */
export const mostErased = 100;

// Apart from the calls: the console imports these lists without their schemas.

/** What keeps the services of a computer; NONE where the agent knows none that it could ask. */
export const serviceManagers = ['SYSTEMD', 'WINDOWS', 'NONE'] as const;

/** EXITED: it did its work and counts as active, as one-shot units of systemd do. */
export const serviceStates = [
  'RUNNING',
  'EXITED',
  'STARTING',
  'STOPPING',
  'STOPPED',
  'FAILED',
  'PAUSED',
  'OTHER',
] as const;
export type ServiceState = (typeof serviceStates)[number];

/** TRIGGER: Windows starts and stops it on events. OTHER: nothing is known, as of units that a generator made. */
export const serviceStarts = ['AUTOMATIC', 'TRIGGER', 'MANUAL', 'DISABLED', 'OTHER'] as const;
export type ServiceStart = (typeof serviceStarts)[number];

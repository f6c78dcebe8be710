// The bounds of a schedule, apart from its shape: a page has them without the library that checks shapes.

/** Most of `repeatsEveryCount` (C20-08); 1 for the others. */
export const mostRepeats: Readonly<Record<string, number | undefined>> = {
  DAILY: 365,
  HOURLY: 12,
  WEEKLY: 52,
  MONTHLY: 12,
};
/** Minutes between the runs of an `EVERY`. */
export const intervalMinutes = { minimum: 5, maximum: 1440 } as const;
/** Runs of a schedule that ends `AFTER` them. */
export const occurrences = { minimum: 1, maximum: 1000 } as const;

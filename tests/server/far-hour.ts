/**
 * Of the day in UTC, 0 to 23: twelve hours from now. Work that repeats at it does not start by itself while a test runs, whatever the time
 * of day. For organizations in the zone UTC, which those of tests are.
 */
export const farHour = (new Date().getUTCHours() + 12) % 24;

import { expect, it } from 'vitest';
import { clockChangeAt, localText, momentOf } from './instant.ts';

const at = (local: string, zone: string) =>
  new Date(momentOf(local, zone)?.milliseconds ?? 0).toISOString().slice(0, 16);

it.each([
  // West of Greenwich as well as east of it, by half an hour, and at midnight.
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30', '2026-03-29T03:30'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30', '2026-03-08T03:30'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45', '2026-10-04T02:45'],
  ['America/Santiago', '2026-09-06T00:00', '2026-09-06T04:00', '2026-09-06T01:00'],
])('moves a time on that the clocks of %s skip', (zone, local, utc, moved) => {
  expect(at(local, zone)).toBe(utc);
  expect(localText(Date.parse(`${utc}Z`), zone)).toBe(moved);
  expect(clockChangeAt(local, zone)?.kind).toBe('skipped');
});

it.each([
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T01:30'],
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T06:30'],
  ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T15:15'],
])('takes a time that the clocks of %s show twice for the second', (zone, local, utc) => {
  expect(at(local, zone)).toBe(utc);
  expect(clockChangeAt(local, zone)?.kind).toBe('twice');
});

it.each([
  ['America/New_York', '2026-11-01T00:59', '2026-11-01T04:59'],
  ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00'],
  ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59'],
  ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00'],
  ['Asia/Kathmandu', '2026-03-08T03:00', '2026-03-07T21:15'],
])('reads a time of %s beside a change, %s', (zone, local, utc) => {
  expect(at(local, zone)).toBe(utc);
  expect(clockChangeAt(local, zone)).toBeUndefined();
});

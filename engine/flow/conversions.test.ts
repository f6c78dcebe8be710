import { describe, expect, it } from 'vitest';
import { conversionOf } from './conversions.ts';

const inZone = (timeZone: string) => ({ timeZone, into: [] });
const { toRequest, toAnswer } = conversionOf('unixSeconds');
const seconds = (instant: string) => Date.parse(instant) / 1000;

describe('unixSeconds', () => {
  it.each([
    ['Europe/Amsterdam', '2026-01-15T09:30', '2026-01-15T08:30Z'],
    ['Europe/Amsterdam', '2026-07-15T09:30', '2026-07-15T07:30Z'],
    ['America/New_York', '2026-07-15T09:30:15', '2026-07-15T13:30:15Z'],
    ['Asia/Kathmandu', '2026-07-15T09:30', '2026-07-15T03:45Z'],
    ['Australia/Lord_Howe', '2026-01-15T09:30', '2026-01-14T22:30Z'],
    ['UTC', '2026-07-15T00:00', '2026-07-15T00:00Z'],
    // The last and the first minute around each change of the clock.
    ['Europe/Amsterdam', '2026-03-29T01:59', '2026-03-29T00:59Z'],
    ['Europe/Amsterdam', '2026-03-29T03:00', '2026-03-29T01:00Z'],
    ['Europe/Amsterdam', '2026-10-25T01:59', '2026-10-24T23:59Z'],
    ['Europe/Amsterdam', '2026-10-25T03:00', '2026-10-25T02:00Z'],
  ])('in %s %s is %s, both ways', (zone, local, instant) => {
    expect(toRequest(local, inZone(zone))).toBe(seconds(instant));
    expect(toAnswer(seconds(instant), inZone(zone))).toBe(local);
  });

  it('moves a time that the change to summer time skips on with the clock', () => {
    const sent = toRequest('2026-03-29T02:30', inZone('Europe/Amsterdam'));
    expect(sent).toBe(seconds('2026-03-29T01:30Z'));
    expect(toAnswer(sent, inZone('Europe/Amsterdam'))).toBe('2026-03-29T03:30');
  });

  it.each([
    ['Europe/Amsterdam', '2026-10-25T02:30', ['2026-10-25T00:30Z', '2026-10-25T01:30Z']],
    ['America/New_York', '2026-11-01T01:30', ['2026-11-01T05:30Z', '2026-11-01T06:30Z']],
  ])('in %s shows both hours of %s alike, and sends the same one each time', (zone, local, both) => {
    expect(both.map((instant) => toAnswer(seconds(instant), inZone(zone)))).toEqual([local, local]);
    const sent = toRequest(local, inZone(zone));
    expect(both.map(seconds)).toContain(sent);
    expect(toRequest(toAnswer(sent, inZone(zone)), inZone(zone))).toBe(sent);
  });

  it('sends nothing for what is no date and time, or in no zone', () => {
    expect(toRequest('09:30', inZone('UTC'))).toBeUndefined();
    expect(toRequest('2026-05-01T09:30', inZone('Mars/Base'))).toBeUndefined();
    expect(toAnswer(null, inZone('UTC'))).toBeUndefined();
  });
});

it.each([
  ['minutes', 5400, 90],
  ['trimmed', 'Update', 'Update'],
  ['flag', false, false],
  ['unlessNone', 'CREATE', 'CREATE'],
  ['distinct', ['a', 'b'], ['a', 'b']],
  ['rowsWithoutBlank', [{ name: 'A' }], [{ name: 'A' }]],
])('%s converts %j to %j and back', (name, answer, value) => {
  expect(conversionOf(name).toRequest(answer, inZone('UTC'))).toEqual(value);
  expect(conversionOf(name).toAnswer(value, inZone('UTC'))).toEqual(answer);
});

it.each([
  ['00:00', { hour: 0, minute: 0 }],
  ['09:05', { hour: 9, minute: 5 }],
  ['23:59', { hour: 23, minute: 59 }],
])('hourAndMinute splits %s and puts it together again', (answer, value) => {
  const setting = { timeZone: 'UTC', into: ['hour', 'minute'] };
  expect(conversionOf('hourAndMinute').toRequest(answer, setting)).toEqual(value);
  expect(conversionOf('hourAndMinute').toAnswer(value, setting)).toBe(answer);
});

it('dateAndTime splits a date and time and puts it together again', () => {
  const setting = { timeZone: 'UTC', into: ['day', 'hour', 'minute'] };
  const { toRequest, toAnswer } = conversionOf('dateAndTime');
  expect(toRequest('2026-05-01T09:05', setting)).toEqual({ day: '2026-05-01', hour: 9, minute: 5 });
  expect(toAnswer({ day: '2026-05-01', hour: 9, minute: 5 }, setting)).toBe('2026-05-01T09:05');
  expect(toRequest('soon', setting)).toBeUndefined();
  expect(toAnswer({ day: '2026-05-01', hour: 9 }, setting)).toBeUndefined();
});

it('distinct reads what is stored twice once', () => {
  expect(conversionOf('distinct').toAnswer(['a', 'b', 'a'], inZone('UTC'))).toEqual(['a', 'b']);
});

it('unlessNone reads "none" as no answer', () => {
  expect(conversionOf('unlessNone').toAnswer('NONE', inZone('UTC'))).toBeUndefined();
});

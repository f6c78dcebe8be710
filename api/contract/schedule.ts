import { Type } from 'typebox';

const Weekday = Type.Union([
  Type.Literal('SUN'),
  Type.Literal('MON'),
  Type.Literal('TUE'),
  Type.Literal('WED'),
  Type.Literal('THU'),
  Type.Literal('FRI'),
  Type.Literal('SAT'),
]);

/** The days of a schedule (C20-03): WEEKLY has `daysOfWeek`; MONTHLY has `dayOfMonth`, where 0, or a day beyond the month's end, means the last day. */
export const scheduleDays = {
  daysOfWeek: Type.Optional(Type.Array(Weekday, { maxItems: 7 })),
  dayOfMonth: Type.Optional(Type.Integer({ minimum: 0, maximum: 31 })),
};

export const Hour = Type.Integer({ minimum: 0, maximum: 23 });
export const Minute = Type.Integer({ minimum: 0, maximum: 59 });

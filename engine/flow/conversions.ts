import { localText, momentOf } from '../vocabulary/instant.ts';

/** What a rule of the mapping says besides the answer itself. */
interface Setting {
  timeZone: string;
  into: readonly string[];
}

/** `toAnswer` undoes `toRequest`, for every value that a form accepts. */
interface Conversion {
  toRequest(answer: unknown, setting: Setting): unknown;
  toAnswer(value: unknown, setting: Setting): unknown;
}

const minute = 60_000;

/** A date and time in a zone, `2026-05-01T09:30`, as unix seconds. */
const unixSeconds: Conversion = {
  toRequest(answer, { timeZone }) {
    const moment = momentOf(answer, timeZone);
    return moment?.kind === 'instant' ? moment.milliseconds / 1000 : undefined;
  },
  toAnswer(value, { timeZone }) {
    if (typeof value !== 'number') return undefined;
    const text = localText(value * 1000, timeZone);
    const seconds = Math.floor((value * 1000) % minute) / 1000;
    return seconds === 0 ? text : `${text}:${String(seconds).padStart(2, '0')}`;
  },
};

/** A duration in seconds, as whole minutes. */
const minutes: Conversion = {
  toRequest: (answer) => (typeof answer === 'number' ? Math.ceil(answer / 60) : undefined),
  toAnswer: (value) => (typeof value === 'number' ? value * 60 : undefined),
};

/** A time of day, `09:30`, as two numbers: the parts that `into` names. */
const hourAndMinute: Conversion = {
  toRequest(answer, { into }) {
    const moment = momentOf(answer);
    if (moment?.kind !== 'day') return undefined;
    const inMinutes = moment.milliseconds / minute;
    return Object.fromEntries(
      into.map((name, index) => [name, index === 0 ? Math.floor(inMinutes / 60) : inMinutes % 60]),
    );
  },
  toAnswer(value, { into }) {
    const parts = into.map((name) => (value as Record<string, unknown> | undefined)?.[name]);
    if (parts.length !== 2 || !parts.every((part) => typeof part === 'number')) return undefined;
    return parts.map((part) => String(part).padStart(2, '0')).join(':');
  },
};

/** A date and time, `2026-05-01T09:30`, as a day and two numbers: the parts that `into` names. */
const dateAndTime: Conversion = {
  toRequest(answer, { into: [day = '', hour = '', min = ''] }) {
    const [, date, hours, mins] =
      typeof answer === 'string' ? (/^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::\d\d)?$/.exec(answer) ?? []) : [];
    return date === undefined ? undefined : { [day]: date, [hour]: Number(hours), [min]: Number(mins) };
  },
  toAnswer(value, { into: [day = '', hour = '', min = ''] }) {
    if (typeof value !== 'object' || value === null) return undefined;
    const parts = new Map(Object.entries(value));
    const [date, hours, mins] = [parts.get(day), parts.get(hour), parts.get(min)];
    if (typeof date !== 'string' || typeof hours !== 'number' || typeof mins !== 'number') return undefined;
    return `${date}T${String(hours).padStart(2, '0')}:${String(mins).padStart(2, '0')}`;
  },
};

const trimmed: Conversion = {
  toRequest: (answer) => (typeof answer === 'string' ? answer.trim() : answer),
  toAnswer: (value) => value,
};

/** A switch that nobody answered is off. */
const flag: Conversion = {
  toRequest: (answer) => answer === true,
  toAnswer: (value) => value,
};

/** A form always shows one row to fill in, so an empty one is left out. */
const rowsWithoutBlank: Conversion = {
  toRequest: (answer) => (Array.isArray(answer) ? answer.filter((row: unknown) => !isBlank(row)) : answer),
  toAnswer: (value) => value,
};

/** A list as it is stored may hold a value twice, which no form could mend where it is not shown. */
const distinct: Conversion = {
  toRequest: (answer) => answer,
  toAnswer: (value) => (Array.isArray(value) ? [...new Set(value)] : value),
};

/** A list of texts, one a line: each is trimmed, and empty ones are ignored (C12-30, C12-32). */
const lines: Conversion = {
  toRequest: (answer) =>
    typeof answer === 'string'
      ? answer
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
      : undefined,
  toAnswer: (value) => (Array.isArray(value) && value.length > 0 ? value.join('\n') : undefined),
};

/** One choice that the request lists. */
const listOfOne: Conversion = {
  toRequest: (answer) => (answer === undefined ? undefined : [answer]),
  toAnswer: (value) => (Array.isArray(value) ? (value[0] as unknown) : value),
};

/** A choice whose "none" is no answer: a form that does not ask it holds nothing. */
const unlessNone: Conversion = {
  toRequest: (answer) => answer,
  toAnswer: (value) => (value === 'NONE' ? undefined : value),
};

function isBlank(row: unknown): boolean {
  return typeof row === 'object' && row !== null && Object.values(row).every((value) => value === '');
}

export const conversions: Readonly<Record<string, Conversion>> = {
  unixSeconds,
  minutes,
  hourAndMinute,
  dateAndTime,
  trimmed,
  flag,
  rowsWithoutBlank,
  distinct,
  unlessNone,
  lines,
  listOfOne,
};

export function conversionOf(name: string): Conversion {
  const conversion = Object.hasOwn(conversions, name) ? conversions[name] : undefined;
  if (conversion === undefined) {
    throw new Error(`there is no conversion "${name}"; there are ${Object.keys(conversions).join(', ')}`);
  }
  return conversion;
}

import { intlFormatDistance } from 'date-fns';
import { createContext, useContext } from 'react';

export interface Format {
  /** The IANA zone that times are told in. */
  zone: string;
  /** "21 Nov 2026, 08:15:04 GMT+1": the exact time, zone named. */
  exact(instant: string | number): string;
  date(instant: string | number): string;
  /** "21 Nov 2026" of a date without a time, `2026-11-21`: the same day in every zone. */
  calendarDate(date: string): string;
  /** Without the zone, for axes and tight places. */
  time(instant: string | number, detail: 'minute' | 'second'): string;
  dayAndTime(instant: string | number): string;
  /** "2026-11-21T08:15", as an input for date and time takes it. */
  local(instant: string | number): string;
  number(value: number): string;
  percent(share: number): string;
  /** "3 minutes ago", "in 2 days". `now` in milliseconds. */
  relative(instant: string | number, now: number): string;
  /** "1 h 5 min" from seconds. */
  duration(seconds: number): string;
  /** "84 ms", "1.24 sec". */
  milliseconds(value: number): string;
}

const hourMs = 3_600_000;

function when(instant: string | number): Date {
  return new Date(instant);
}

/** Formatters are slow to make, and a page needs few of them. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Dates, times and numbers in a language (`en-US`) and zone (undefined: the browser's). */
export function formatIn(locale: string, zone: string | undefined): Format {
  const timeZone = zone === undefined ? {} : { timeZone: zone };
  const dates = (options: Intl.DateTimeFormatOptions, language = locale) =>
    lazily(() => new Intl.DateTimeFormat(language, { ...options, ...timeZone }));
  const numbers = (options: Intl.NumberFormatOptions) => lazily(() => new Intl.NumberFormat(locale, options));
  const day = { day: 'numeric', month: 'short' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const exact = dates({ ...day, year: 'numeric', ...clock, second: '2-digit', timeZoneName: 'short' });
  const date = dates({ ...day, year: 'numeric' });
  const calendarDate = lazily(() => new Intl.DateTimeFormat(locale, { ...day, year: 'numeric', timeZone: 'UTC' }));
  const minute = dates(clock);
  const second = dates({ ...clock, second: '2-digit' });
  const dayAndTime = dates({ ...day, ...clock });
  // Swedes write dates as inputs do.
  const local = dates({ dateStyle: 'short', timeStyle: 'short' }, 'sv-SE');
  const number = numbers({ maximumFractionDigits: 2 });
  const percent = numbers({ style: 'percent', maximumFractionDigits: 2 });
  const milliseconds = (digits: number) =>
    numbers({ style: 'unit', unit: 'millisecond', maximumFractionDigits: digits });
  const [whole, tenths, hundredths] = [milliseconds(0), milliseconds(1), milliseconds(2)];
  const seconds = numbers({ style: 'unit', unit: 'second', maximumFractionDigits: 2 });

  return {
    get zone() {
      return exact().resolvedOptions().timeZone;
    },
    exact: (instant) => exact().format(when(instant)),
    date: (instant) => date().format(when(instant)),
    calendarDate: (text) => calendarDate().format(when(text)),
    time: (instant, detail) => (detail === 'minute' ? minute : second)().format(when(instant)),
    dayAndTime: (instant) => dayAndTime().format(when(instant)),
    local: (instant) => local().format(when(instant)).replace(' ', 'T'),
    number: (value) => number().format(value),
    // 99.996 % is not 100 %: rounded down, so that only a whole one reads as whole.
    percent: (share) => percent().format(Math.floor(share * 10_000 + 1e-6) / 10_000),
    relative(instant, now) {
      const at = when(instant);
      // Fresh things tick too fast to be counted.
      const fresh = Math.abs(at.getTime() - now) < 5000;
      // By itself it would tell an hour over midnight as "yesterday".
      const distance = Math.abs(at.getTime() - now);
      const unit = distance >= hourMs && distance < 24 * hourMs ? ({ unit: 'hour' } as const) : {};
      return intlFormatDistance(fresh ? now : at, now, { locale, numeric: 'auto', ...unit });
    },
    duration(length) {
      const total = Math.max(0, Math.round(length));
      const parts: string[] = [];
      for (const [name, size] of [
        ['d', 86_400],
        ['h', 3600],
        ['min', 60],
        ['s', 1],
      ] as const) {
        const count = Math.floor(
          (name === 'd' ? total : total % (size === 3600 ? 86_400 : size === 60 ? 3600 : 60)) / size,
        );
        if (count > 0 && parts.length < 2) parts.push(`${number().format(count)} ${name}`);
        else if (parts.length > 0) break;
      }
      return parts.length === 0 ? '0 s' : parts.join(' ');
    },
    milliseconds: (value) =>
      value >= 1000
        ? seconds().format(value / 1000)
        : (value < 1 ? hundredths : value < 10 ? tenths : whole)().format(value),
  };
}

export const FormatContext = createContext<Format>(formatIn('en-US', undefined));

export function useFormat(): Format {
  return useContext(FormatContext);
}

import { intlFormatDistance } from 'date-fns';
import { createContext, useContext } from 'react';

export interface Format {
  /** The IANA zone that times are told in. */
  zone: string;
  /** "21 Nov 2026, 08:15:04 GMT+1": the exact time, zone named. */
  exact(instant: string | number): string;
  date(instant: string | number): string;
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
  /** "84 ms", "1.24 s". */
  milliseconds(value: number): string;
}

const hourMs = 3_600_000;

function when(instant: string | number): Date {
  return new Date(instant);
}

/** Dates, times and numbers in a language (`en-US`) and zone (undefined: the browser's). */
export function formatIn(locale: string, zone: string | undefined): Format {
  const timeZone = zone === undefined ? {} : { timeZone: zone };
  const exact = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...timeZone,
  });
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', ...timeZone });
  const minute = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...timeZone });
  const second = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...timeZone,
  });
  const dayAndTime = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...timeZone,
  });
  // Swedes write dates as inputs do.
  const local = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    ...timeZone,
  });
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const unit = (value: number, name: string, digits: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: digits }).format(value);

  return {
    zone: exact.resolvedOptions().timeZone,
    exact: (instant) => exact.format(when(instant)),
    date: (instant) => date.format(when(instant)),
    time: (instant, detail) => (detail === 'minute' ? minute : second).format(when(instant)),
    dayAndTime: (instant) => dayAndTime.format(when(instant)),
    local: (instant) => local.format(when(instant)).replace(' ', 'T'),
    number: (value) => number.format(value),
    // 99.996 % is not 100 %: rounded down, so that only a whole one reads as whole.
    percent: (share) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(
        Math.floor(share * 10_000 + 1e-6) / 10_000,
      ),
    relative(instant, now) {
      const at = when(instant);
      // Fresh things tick too fast to be counted.
      const fresh = Math.abs(at.getTime() - now) < 5000;
      // By itself it would tell an hour over midnight as "yesterday".
      const distance = Math.abs(at.getTime() - now);
      const unit = distance >= hourMs && distance < 24 * hourMs ? ({ unit: 'hour' } as const) : {};
      return intlFormatDistance(fresh ? now : at, now, { locale, numeric: 'auto', ...unit });
    },
    duration(seconds) {
      const whole = Math.max(0, Math.round(seconds));
      const parts: string[] = [];
      for (const [name, size] of [
        ['d', 86_400],
        ['h', 3600],
        ['min', 60],
        ['s', 1],
      ] as const) {
        const count = Math.floor(
          (name === 'd' ? whole : whole % (size === 3600 ? 86_400 : size === 60 ? 3600 : 60)) / size,
        );
        if (count > 0 && parts.length < 2) parts.push(`${number.format(count)} ${name}`);
        else if (parts.length > 0) break;
      }
      return parts.length === 0 ? '0 s' : parts.join(' ');
    },
    milliseconds: (value) =>
      value < 1000 ? unit(value, 'millisecond', value < 1 ? 2 : value < 10 ? 1 : 0) : unit(value / 1000, 'second', 2),
  };
}

export const FormatContext = createContext<Format>(formatIn('en-US', undefined));

export function useFormat(): Format {
  return useContext(FormatContext);
}

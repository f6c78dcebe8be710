import { cidr, hostname, ipv4, ipv6 } from './network.ts';
import { numberRanges } from './number-ranges.ts';

export { country } from './countries.ts';
export { plist } from './plist.ts';
export { hostname, ipv4, ipv6 };

const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/i;
const LOCAL_CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;

export function email(text: string): boolean {
  return text.length <= 254 && text.indexOf('@') <= 64 && EMAIL.test(text);
}

export function ip(text: string): boolean {
  return ipv4(text) || ipv6(text);
}

export function hostnameOrIp(text: string): boolean {
  return hostname(text) || ip(text);
}

/** A port typed as text (C21-27); a port kept as a number uses `wholeNumber`. */
export function port(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;
}

/** E.164 digits, as people write them: `+31 (0)20 123-4567`. */
export function phone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return digits >= 7 && digits <= 16 && /^\+?[\d\s().\-/]+$/.test(text);
}

/** A host with or without a port: `192.0.2.53`, `dns.example.com:5353`, `[2001:db8::1]:53`. */
export function hostAndPort(text: string): boolean {
  if (hostnameOrIp(text)) return true;
  const [, literal, name = '', behind = ''] = /^(?:\[(.+)\]|([^:]+)):(\d+)$/.exec(text) ?? [];
  return port(behind) && (literal === undefined ? hostnameOrIp(name) : ipv6(literal));
}

/** Networks as CIDR blocks or single addresses, at most 100; loopback and link-local are never among them. Empty means none. */
export function cidrList(text: string): boolean {
  const blocks = text.split(/[\s,]+/).filter((block) => block !== '');
  return (
    blocks.length <= 100 &&
    blocks.every((block) => cidr(block) && !/^(?:127\.|169\.254\.|::1(?:\/|$)|fe[89ab])/i.test(block))
  );
}

/** Ports and ranges of ports, at most 100 together: `22, 80, 8000-8010` (F08-13). */
export function portList(text: string): boolean {
  return listed(text, 1, 65_535, 100);
}

/** Status codes and ranges of them: `404, 500-599`. */
export function httpStatusCodes(text: string): boolean {
  return listed(text, 100, 599, 500);
}

export function httpUrl(text: string): boolean {
  return url(text, ['http:', 'https:']);
}

/** F05-22, C12-39 */
export function secureUrl(text: string): boolean {
  return url(text, ['https:']);
}

export function uri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text);
}

export function uuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}

/** A day that exists: `2024-02-29`. */
export function date(text: string): boolean {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? [];
  if (year === '') return false;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
}

export function time(text: string): boolean {
  return CLOCK.test(text);
}

/** RFC 3339, with its offset. */
export function dateTime(text: string): boolean {
  return /^.{10}[t ]/i.test(text) && date(text.slice(0, 10)) && CLOCK.test(text.slice(11));
}

/** A date and time as a person means it in some time zone: `2026-05-01T09:30`. */
export function localDateTime(text: string): boolean {
  return /^.{10}[T ]/.test(text) && date(text.slice(0, 10)) && LOCAL_CLOCK.test(text.slice(11));
}

/** `00:00` to `23:59` (C21-35, C21-36). */
export function timeOfDay(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}

export function duration(text: string): boolean {
  return /^P(?!$)(?:\d{1,9}W|(?:\d{1,9}Y)?(?:\d{1,9}M)?(?:\d{1,9}D)?(?:T(?=\d)(?:\d{1,9}H)?(?:\d{1,9}M)?(?:\d{1,9}S)?)?)$/.test(
    text,
  );
}

export function timeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** `C:` or `C:\` (C21-31). */
export function windowsVolume(text: string): boolean {
  return /^[a-z]:\\?$/i.test(text);
}

/** `OU=Servers,OU=Head office,DC=example,DC=com` (F04-27): units or containers, then the domain. */
export function ouPath(text: string): boolean {
  const parts = text.split(/(?<!\\),/).map((part) => part.trim());
  const first = parts.findIndex((part) => /^dc=/i.test(part));
  if (first < 1) return false;
  const named = /^(?:ou|cn)=(?:[^,=+<>;"\\]|\\.)+$/i;
  const domain = /^dc=[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/i;
  return parts.every((part, index) => (index < first ? named : domain).test(part));
}

export function regex(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Base64. */
export function byte(text: string): boolean {
  return text.length % 4 === 0 && /^[a-z0-9+/]*={0,2}$/i.test(text);
}

export function jsonPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~0|~1)*)*$/.test(text);
}

/** A hint to hide what is typed; `writeOnly` is what keeps it secret. */
export function password(): boolean {
  return true;
}

/** Whole numbers and ranges between two bounds, separated by commas, so many together. */
function listed(text: string, minimum: number, maximum: number, most: number): boolean {
  const ranges = numberRanges(text, { minimum, maximum });
  return ranges !== undefined && ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0) <= most;
}

function url(text: string, protocols: readonly string[]): boolean {
  if (/[\s<>"\\]/.test(text) || !/^[a-z]+:\/\/[^/]/i.test(text)) return false;
  let parsed: URL;
  try {
    parsed = new URL(text);
  } catch {
    return false;
  }
  const host = parsed.hostname;
  return protocols.includes(parsed.protocol) && (host.startsWith('[') || hostnameOrIp(host));
}

import { readChosenFile } from './chosen-file.ts';
import { cidr, hostname, ipv4, ipv6, isThisHostOrLink } from './network.ts';
import { numberRanges } from './number-ranges.ts';
import { date } from './standard-formats.ts';

export { country } from './countries.ts';
export { email } from './email.ts';
export { plist } from './plist.ts';
export { byte, date, dateTime, duration, jsonPointer, password, time, uri, uuid } from './standard-formats.ts';
export { hostname, ipv4, ipv6 };

const LOCAL_CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;

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
  return blocks.length <= 100 && blocks.every((block) => cidr(block) && !isThisHostOrLink(block));
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

/** A date and time as a person means it in some time zone: `2026-05-01T09:30`. */
export function localDateTime(text: string): boolean {
  return /^.{10}[T ]/.test(text) && date(text.slice(0, 10)) && LOCAL_CLOCK.test(text.slice(11));
}

/** A file that a person chose (`chosen-file.ts`). */
export function chosenFile(text: string): boolean {
  return readChosenFile(text) !== undefined;
}

/** `00:00` to `23:59` (C21-35, C21-36). */
export function timeOfDay(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
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

/** A pattern as AJV compiles it, with the flag `u`; the format of ajv-formats leaves the flag out. */
export function regex(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
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

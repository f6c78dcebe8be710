/** A dotted quad without leading zeros (C21-28). */
export function ipv4(text: string): boolean {
  return ipv4Number(text) !== undefined;
}

/** RFC 4291 text forms, with `::` and an embedded dotted quad; no zone. */
export function ipv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1);
  const quad = last !== undefined && last.includes('.');
  if (quad && !(ipv4(last) && text.endsWith(last))) return false;
  const words = quad ? groups.slice(0, -1) : groups;
  if (!words.every((word) => /^[0-9a-f]{1,4}$/i.test(word))) return false;
  const length = words.length + (quad ? 2 : 0);
  return halves.length === 2 ? length <= 7 : length === 8;
}

/** RFC 1123 names; a name of digits and dots alone is a mistyped address, not a name. */
export function hostname(text: string): boolean {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  if (name.length === 0 || name.length > 253 || /^[\d.]+$/.test(name)) return false;
  return name.split('.').every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?$/i.test(label));
}

/** One target of a scan: an address, a CIDR block, or a range `10.0.0.1-10.0.0.20` or `10.0.0.1-20` (F02-60). */
export function ipTarget(text: string): boolean {
  return cidr(text) || ipv4Range(text);
}

/** An address, or a network as a CIDR block: `10.0.0.0/8`, `fd00::/8`. */
export function cidr(text: string): boolean {
  const [network = '', prefix, ...tooMany] = text.split('/');
  if (prefix === undefined) return ipv4(network) || ipv6(network);
  if (tooMany.length > 0 || !/^\d{1,3}$/.test(prefix)) return false;
  return (ipv4(network) && Number(prefix) <= 32) || (ipv6(network) && Number(prefix) <= 128);
}

/** Commas, newlines and spaces all separate (ruling 7); a dash with spaces around it still joins a range. */
export function splitTargets(text: string): string[] {
  return text
    .split('-')
    .map((part) => part.trim())
    .join('-')
    .split(/[\s,]+/)
    .filter((target) => target !== '');
}

function ipv4Range(text: string): boolean {
  const [first = '', last = '', ...tooMany] = text.split('-');
  const from = ipv4Number(first);
  const to = ipv4Number(/^\d+$/.test(last) ? first.slice(0, first.lastIndexOf('.') + 1) + last : last);
  return tooMany.length === 0 && from !== undefined && to !== undefined && from <= to;
}

function ipv4Number(text: string): number | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let number = 0;
  for (const part of parts) {
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return undefined;
    number = number * 256 + Number(part);
  }
  return number;
}

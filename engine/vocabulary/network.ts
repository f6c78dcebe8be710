import ipaddr from 'ipaddr.js';

/** A dotted quad without leading zeros (C21-28). */
export function ipv4(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text);
}

const LONGEST_IPV6 = 'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255'.length;

/** RFC 4291 text forms, with `::` and an embedded dotted quad; no zone. */
export function ipv6(text: string): boolean {
  // The library takes minutes for a long hostile text.
  if (text.length > LONGEST_IPV6 || text.includes('%')) return false;
  const last = text.slice(text.lastIndexOf(':') + 1);
  return (!last.includes('.') || ipv4(last)) && ipaddr.IPv6.isValid(text);
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
  const [network = ''] = text.split('/');
  return (ipv4(network) || ipv6(network)) && (network === text || ipaddr.isValidCIDR(text));
}

/** Whether a valid block begins at a loopback or link-local address, however it is written. */
export function isThisHostOrLink(block: string): boolean {
  const [network = ''] = block.split('/');
  return ['loopback', 'linkLocal'].includes(ipaddr.process(network).range());
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
  const end = /^\d+$/.test(last) ? first.slice(0, first.lastIndexOf('.') + 1) + last : last;
  return tooMany.length === 0 && ipv4(first) && ipv4(end) && numberOf(first) <= numberOf(end);
}

function numberOf(address: string): number {
  return ipaddr.IPv4.parse(address)
    .toByteArray()
    .reduce((number, byte) => number * 256 + byte, 0);
}

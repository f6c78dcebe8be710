import ipaddr from 'ipaddr.js';
import { ownAddresses } from './own-addresses.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, number];

/** The addresses that the server may connect to for its users, from the general settings. */
export interface TargetPolicy {
  /** The purpose of the connection: each has its own allowlist, which a refusal names. */
  use: 'monitor' | 'delivery';
  /** Allows loopback and the addresses of this server's interfaces. */
  allowOwnAddresses: boolean;
  /** The private and other special networks that are allowed. */
  networks: readonly Network[];
}

const settingOf = {
  monitor: 'Networks that monitors may reach',
  delivery: 'Networks that deliveries may reach',
} as const;

/** Reads the allowlist as it is stored: CIDR blocks and addresses, separated by commas or white space. */
export function parseNetworks(text: string): Network[] {
  return text
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .map((each) => {
      if (each.includes('/')) return ipaddr.parseCIDR(each);
      const address = ipaddr.parse(each);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    });
}

/** Cloud metadata services, which hand out credentials, outside the link-local range that is refused entirely. */
const metadata = [
  'fd00:ec2::/32', // Amazon (fd00:ec2::254)
  'fd20:ce::254/128', // Google
  '100.100.100.200/32', // Alibaba
  '192.0.0.192/32', // Oracle
  '168.63.129.16/32', // Azure
].map((range) => ipaddr.parseCIDR(range));

/** Never a target: cloud metadata lives on link-local addresses, and the others do not name one host. */
const neverRanges = new Set(['linkLocal', 'unspecified', 'multicast', 'broadcast']);

/**
 * The reason why the server may not connect to this address, or `undefined` if it may.
 * An IPv6 address that carries an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) is judged by both.
 * `own` holds the addresses of this server's interfaces.
 */
export function refusal(
  address: string,
  policy: TargetPolicy,
  own: ReadonlySet<string> = ownAddresses(),
): string | undefined {
  if (!ipaddr.isValid(address)) return `“${address}” is not an address.`;
  const parsed = ipaddr.parse(address);
  const carried = carriedIPv4(parsed);
  const judged = isMapped(parsed) && carried ? [carried] : carried ? [parsed, carried] : [parsed];
  for (const each of judged) {
    if (isNever(each))
      return `Cairn does not connect to ${address}: cloud metadata, link-local and group addresses are always refused.`;
    if (each.range() === 'loopback' || own.has(each.toNormalizedString())) {
      if (policy.allowOwnAddresses) continue;
      return `Cairn does not connect to ${address}: it is an address of this server, and “Allow this server’s own addresses” is off in the general settings.`;
    }
    if (each.range() === 'unicast' || isTransition(each) || isAllowed(each, policy)) continue;
    return `Cairn does not connect to ${address}: it is a private address that is not in “${settingOf[policy.use]}” in the general settings.`;
  }
  return undefined;
}

function isAllowed(address: Address, { networks }: TargetPolicy): boolean {
  return networks.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
}

function isNever(address: Address): boolean {
  if (neverRanges.has(address.range())) return true;
  return metadata.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
}

function isMapped(address: Address): boolean {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
}

/** Ranges that embed an IPv4 address, which is checked as well. */
function isTransition(address: Address): boolean {
  return ['rfc6052', '6to4', 'teredo', 'rfc6145'].includes(address.range());
}

function carriedIPv4(address: Address): ipaddr.IPv4 | undefined {
  if (!(address instanceof ipaddr.IPv6)) return undefined;
  const bytes = address.toByteArray();
  const at = (start: number, mask = 0) => new ipaddr.IPv4(bytes.slice(start, start + 4).map((byte) => byte ^ mask));
  const zeros = (end: number) => bytes.slice(0, end).every((byte) => byte === 0);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  // `::1` and `::` are addresses of their own, not carriers.
  if (zeros(12) && !zeros(15)) return at(12);
  switch (address.range()) {
    case 'rfc6052':
    case 'rfc6145':
      return at(12);
    case '6to4':
      return at(2);
    case 'teredo':
      // The client's address is at the end, with every bit inverted (RFC 4380).
      return at(12, 0xff);
    default:
      return undefined;
  }
}

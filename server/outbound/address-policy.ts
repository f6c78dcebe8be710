import ipaddr from 'ipaddr.js';

/** Which addresses the server may connect to for others. */
export interface TargetPolicy {
  /** The division's setting: loopback, private and other special addresses may be reached. */
  allowPrivateTargets: boolean;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Services of a cloud that hand credentials to whoever asks, outside the link-local range that is refused as a whole. */
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
 * Why this address may not be connected to, in words, or `undefined` when it may.
 * An IPv6 address that carries an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) is judged by both.
 */
export function refusal(address: string, policy: TargetPolicy): string | undefined {
  if (!ipaddr.isValid(address)) return `“${address}” is not an address.`;
  const parsed = ipaddr.parse(address);
  const carried = carriedIPv4(parsed);
  const judged = isMapped(parsed) && carried ? [carried] : carried ? [parsed, carried] : [parsed];
  for (const each of judged) {
    if (isNever(each))
      return `Cairn does not connect to ${address}: cloud metadata, link-local and group addresses are always refused.`;
    if (!policy.allowPrivateTargets && each.range() !== 'unicast' && !isTransition(each)) {
      return `Cairn does not connect to ${address}: private and loopback addresses are switched off in the general settings.`;
    }
  }
  return undefined;
}

function isNever(address: Address): boolean {
  if (neverRanges.has(address.range())) return true;
  return metadata.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
}

function isMapped(address: Address): boolean {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
}

/** Ranges that are judged by the address that they carry. */
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
      // The client's address stands at the end, every bit turned over (RFC 4380).
      return at(12, 0xff);
    default:
      return undefined;
  }
}

import ipaddr from 'ipaddr.js';

/** The key that attempts of one client are counted by: an IPv4 address or an IPv6 /64, since an IPv6 client can use any address of its /64. */
export function addressGroup(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const network = address.toByteArray().map((byte, index) => (index < 8 ? byte : 0));
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}

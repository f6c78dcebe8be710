import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Cache lifetime: interfaces come and go (VPN, DHCP). */
const maxAgeMs = 5000;
let read: { at: number; addresses: ReadonlySet<string> } | undefined;

/** The addresses of this computer's interfaces in their normalized spelling, IPv6 included. */
export function ownAddresses(): ReadonlySet<string> {
  const now = performance.now();
  if (!read || now - read.at > maxAgeMs) {
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    read = { at: now, addresses: new Set(addresses.map(({ address }) => normalize(address))) };
  }
  return read.addresses;
}

/** Strips the zone of a link-local address. */
function normalize(address: string): string {
  return ipaddr.parse(address.split('%')[0] ?? '').toNormalizedString();
}

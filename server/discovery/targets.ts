import ipaddr from 'ipaddr.js';
import { splitTargets } from '#engine/vocabulary/network.ts';

/**
 * Every address of valid targets (F02-30, F02-60), once each, in their order: of an IPv4 block those that hosts have.
 * Undefined for more than `most`, which is known without making them all.
 */
export function expandTargets(text: string, most: number): string[] | undefined {
  const addresses = new Set<string>();
  for (const target of splitTargets(text)) {
    const { first, count, toAddress } = rangeOf(target);
    if (count > BigInt(most)) return undefined;
    for (let next = first; next < first + count; next += 1n) {
      addresses.add(toAddress(next));
      if (addresses.size > most) return undefined;
    }
  }
  return [...addresses];
}

interface Range {
  first: bigint;
  count: bigint;
  toAddress(number: bigint): string;
}

function rangeOf(target: string): Range {
  const [from = '', to] = target.split('-');
  if (to !== undefined) {
    const last = to.includes('.') ? to : from.slice(0, from.lastIndexOf('.') + 1) + to;
    const first = numberOf(from);
    return { first, count: numberOf(last) - first + 1n, toAddress: addressOf(32) };
  }
  const [network = '', prefix] = target.split('/');
  const bits = ipaddr.IPv4.isValid(network) ? 32 : 128;
  const hostBits = BigInt(bits - Number(prefix ?? bits));
  const first = (numberOf(network) >> hostBits) << hostBits;
  const count = 1n << hostBits;
  const range = { first, count, toAddress: addressOf(bits) };
  // The network's own address and its broadcast address.
  return bits === 32 && hostBits > 1n ? { ...range, first: first + 1n, count: count - 2n } : range;
}

function numberOf(address: string): bigint {
  return ipaddr
    .parse(address)
    .toByteArray()
    .reduce((number, byte) => number * 256n + BigInt(byte), 0n);
}

function addressOf(bits: number): Range['toAddress'] {
  return (number) => {
    const bytes = Array.from({ length: bits / 8 }, (_, index) =>
      Number((number >> BigInt(bits - 8 - index * 8)) & 255n),
    );
    return ipaddr.fromByteArray(bytes).toString();
  };
}

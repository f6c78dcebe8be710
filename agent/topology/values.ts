import ipaddr from 'ipaddr.js';
import snmpClient from 'net-snmp';
import type { Varbind } from '../discovery/snmp-session.ts';
import { bounded } from '../inventory/bounded.ts';

/** A datagram may hold a value of 64 kB: the rest of it is not looked at. */
const MOST_BYTES = 512;
const MAC_BYTES = 6;
const [IPV4_BYTES, IPV6_BYTES] = [4, 16];

/** The bytes of a value; none for a missing object or another type. */
export function bytesOf(varbind: Varbind | undefined): Buffer {
  if (varbind === undefined || snmpClient.isVarbindError(varbind)) return Buffer.alloc(0);
  const { value } = varbind;
  return Buffer.isBuffer(value) ? value.subarray(0, MOST_BYTES) : Buffer.alloc(0);
}

/** A text of at most `length` characters, on one line. */
export function shortText(bytes: Buffer, length: number): string {
  return bounded(bytes.toString('utf8'), length);
}

/** Six bytes as `00:1b:21:aa:bb:cc`; empty for any other number of bytes. */
export function macOf(bytes: Uint8Array): string {
  if (bytes.length !== MAC_BYTES) return '';
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(':');
}

/** The MAC address that numbers of an index are; empty if they are none. */
export function macOfIndex(numbers: readonly number[]): string {
  return numbers.length === MAC_BYTES && areBytes(numbers) ? macOf(Uint8Array.from(numbers)) : '';
}

/** An IP address from its bytes; empty for any other number of bytes, and for an address that names no host. */
export function addressOf(bytes: readonly number[]): string {
  if ((bytes.length !== IPV4_BYTES && bytes.length !== IPV6_BYTES) || !areBytes(bytes)) return '';
  const address = ipaddr.fromByteArray([...bytes]);
  return ['unspecified', 'multicast', 'broadcast'].includes(address.range()) ? '' : address.toString();
}

/** An InetAddress in an index (RFC 4001): its length, then its bytes. */
export function addressInIndex(numbers: readonly number[]): string {
  const [length, ...bytes] = numbers;
  return length === bytes.length ? addressOf(bytes) : '';
}

function areBytes(numbers: readonly number[]): boolean {
  return numbers.every((number) => Number.isInteger(number) && number >= 0 && number <= 255);
}

import { Type, type Static } from 'typebox';
import { Closed, Nullable, Text } from '../shapes.ts';
import { Address, SnmpCredential } from './discovery.ts';

/** Seconds between two readings of a device's interfaces. */
export const interfacesEverySeconds = 300;
/** The probe reads at most this many interfaces of a device, those with the lowest ifIndex. */
export const mostInterfaces = 256;

/** A counter of 64 bits in decimal digits, which a JSON number cannot hold. */
const Counter = Type.String({ pattern: '^[0-9]{1,20}$' });
const Errors = Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 });

/** One row of IF-MIB (RFC 2863). */
const NetworkInterface = Closed({
  /** ifIndex */
  index: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
  /** ifName; ifDescr if the device has no ifName. */
  name: Text(64),
  /** ifAlias: the text that an administrator configured on the device. */
  alias: Text(64),
  /** ifAdminStatus and ifOperStatus are `up`. */
  enabled: Type.Boolean(),
  up: Type.Boolean(),
  /** Megabits a second; 0 where the device does not say. */
  speed: Type.Integer({ minimum: 0, maximum: 2 ** 32 - 1 }),
  /** ifHCInOctets and ifHCOutOctets; ifInOctets and ifOutOctets, of 32 bits, where `wide` is false. Null for none. */
  wide: Type.Boolean(),
  inOctets: Nullable(Counter),
  outOctets: Nullable(Counter),
  inErrors: Errors,
  outErrors: Errors,
});
export type NetworkInterface = Static<typeof NetworkInterface>;

/** Reads the interfaces of one device by SNMP, under the same rules as a poll. */
export const interfacesRead = {
  title: 'reading of interfaces',
  capability: 'interfaces@1',
  params: Closed({ address: Address, credential: SnmpCredential }),
  /** None when the device does not answer. */
  result: Closed({ interfaces: Type.Array(NetworkInterface, { maxItems: mostInterfaces }) }),
  seconds: 60,
} as const;
export type InterfacesRead = Static<typeof interfacesRead.params>;

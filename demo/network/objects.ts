import { profiles, type Profile } from './profiles.ts';
import type { Device } from './devices.ts';
import type { Cell, Column, Scalar, Table } from './snmp-device.ts';

const system = '1.3.6.1.2.1.1';
const UP = 1;
const DOWN = 2;
const COUNTER32 = 2 ** 32;
const HIGHEST_IF_SPEED = 2 ** 32 - 1;
const DAY = 86_400;

/** The objects of a device that started `upSeconds` before `startedAt` (milliseconds since 1970). */
export function objectsOf(device: Device, startedAt: number): { scalars: Scalar[]; tables: Table[] } {
  const profile: Profile = profiles[device.profile];
  // Days since its start, the same at each run.
  const upSeconds = ((hash(device.name) % 300) + 2) * DAY;
  const bootedAt = startedAt - upSeconds * 1000;
  const elapsed = () => (Date.now() - bootedAt) / 1000;
  const scalar = (number: number, type: Scalar['type'], value: Cell): Scalar => ({
    name: `system${number}`,
    oid: `${system}.${number}`,
    type,
    value,
  });
  return {
    scalars: [
      scalar(1, 'OctetString', profile.description),
      scalar(2, 'OID', profile.objectId),
      scalar(3, 'TimeTicks', () => Math.floor(elapsed() * 100) % COUNTER32),
      scalar(4, 'OctetString', 'it@northwind.example'),
      scalar(5, 'OctetString', device.name),
      scalar(6, 'OctetString', 'Rotterdam'),
      scalar(7, 'Integer', profile.services),
    ],
    tables: [
      ...interfaceTables(device, profile, elapsed),
      ...(profile.chassis ? [chassisTable(profile.chassis)] : []),
      ...(device.neighbours.length > 0 ? [neighbourTable(device)] : []),
    ],
  };
}

const column = (number: number, type: Column['type'], isHidden = false): Column => ({ number, type, isHidden });

/** ifTable and ifXTable (RFC 2863). */
function interfaceTables(device: Device, profile: Profile, elapsed: () => number): Table[] {
  const ports = profile.interfaces.flatMap((group) =>
    Array.from({ length: group.count }, (_, index) => ({ ...group, name: group.name.replace('#', String(index + 1)) })),
  );
  const basic: Cell[][] = [];
  const extended: Cell[][] = [];
  for (const [place, { name, speed, type }] of ports.entries()) {
    const index = place + 1;
    const seed = hash(`${device.name} ${name}`);
    // Every sixth port of a switch has no cable; an uplink always has one.
    const isUp = ports.length < 3 || place < 3 || seed % 6 !== 0;
    const octets = (share: number) => () => (isUp ? trafficOf(seed + share, speed, elapsed()) : 0);
    const [received, sent] = [octets(0), octets(1)];
    const low = (octetsOf: () => number) => () => octetsOf() % COUNTER32;
    const wide = (octetsOf: () => number) => () => bytesOf(octetsOf());
    const errors = isUp && seed % 9 === 0 ? () => Math.floor(elapsed() / 900) % COUNTER32 : 0;
    const bits = Math.min(speed * 1_000_000, HIGHEST_IF_SPEED);
    const mac = Buffer.from([2, 20, ...addressBytes(device), index]);
    basic.push([index, name, type, 1500, bits, mac, UP, isUp ? UP : DOWN, low(received), errors, low(sent), 0]);
    extended.push([index, name, wide(received), wide(sent), speed, aliasOf(device, place)]);
  }
  return [
    {
      name: 'ifTable',
      oid: '1.3.6.1.2.1.2.2.1',
      index: [1],
      columns: [
        column(1, 'Integer'),
        column(2, 'OctetString'),
        column(3, 'Integer'),
        column(4, 'Integer'),
        column(5, 'Gauge'),
        column(6, 'OctetString'),
        column(7, 'Integer'),
        column(8, 'Integer'),
        column(10, 'Counter'),
        column(14, 'Counter'),
        column(16, 'Counter'),
        column(20, 'Counter'),
      ],
      rows: basic,
    },
    {
      name: 'ifXTable',
      oid: '1.3.6.1.2.1.31.1.1.1',
      // The index is ifIndex of the other table: a column without objects holds it.
      index: [99],
      columns: [
        column(99, 'Integer', true),
        column(1, 'OctetString'),
        column(6, 'Counter64'),
        column(10, 'Counter64'),
        column(15, 'Gauge'),
        column(18, 'OctetString'),
      ],
      rows: extended,
    },
  ];
}

/** entPhysicalTable: a power supply stands before the chassis, as in many devices. */
function chassisTable({ manufacturer, model, firmware }: NonNullable<Profile['chassis']>): Table {
  const [POWER_SUPPLY, CHASSIS] = [6, 3];
  return {
    name: 'entPhysicalTable',
    oid: '1.3.6.1.2.1.47.1.1.1.1',
    index: [1],
    columns: [
      column(1, 'Integer', true),
      column(2, 'OctetString'),
      column(5, 'Integer'),
      column(9, 'OctetString'),
      column(10, 'OctetString'),
      column(12, 'OctetString'),
      column(13, 'OctetString'),
    ],
    rows: [
      [1, 'Power supply', POWER_SUPPLY, '', '', manufacturer, ''],
      [1001, model, CHASSIS, '', firmware, manufacturer, model],
    ],
  };
}

/** lldpRemTable (IEEE 802.1AB): what is at the first ports. */
function neighbourTable({ neighbours }: Device): Table {
  const [LOCALLY_ASSIGNED, INTERFACE_NAME] = [7, 5];
  return {
    name: 'lldpRemTable',
    oid: '1.0.8802.1.1.2.1.4.1.1',
    index: [1, 2, 3],
    columns: [
      column(1, 'Integer', true),
      column(2, 'Integer', true),
      column(3, 'Integer', true),
      column(4, 'Integer'),
      column(5, 'OctetString'),
      column(6, 'Integer'),
      column(7, 'OctetString'),
      column(9, 'OctetString'),
    ],
    rows: neighbours.map((name, place) => [
      0,
      place + 1,
      1,
      LOCALLY_ASSIGNED,
      name,
      INTERFACE_NAME,
      `port ${place + 1}`,
      name,
    ]),
  };
}

function aliasOf({ neighbours }: Device, place: number): string {
  const name = neighbours[place];
  return name === undefined ? '' : `to ${name}`;
}

/** Octets since the start: on average 0.2 to 12 % of the speed, more by day than by night. Never falls. */
function trafficOf(seed: number, speed: number, seconds: number): number {
  const average = ((speed * 1_000_000) / 8) * (0.002 + (seed % 60) / 500);
  // The integral of 1 + 0.8 · sin over a day, which grows as long as the factor is below 1.
  const angle = (2 * Math.PI) / DAY;
  return Math.floor(average * (seconds - (0.8 / angle) * Math.cos(angle * seconds) + 0.8 / angle));
}

function bytesOf(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes;
}

function addressBytes({ address }: Device): number[] {
  return address.split('.').slice(1).map(Number);
}

/** Always the same number for a text. */
function hash(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum;
}

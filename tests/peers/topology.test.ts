// Simulated devices with what the net-snmp package can serve: tables as switches have them, and hostile ones.
import { describe, expect, it } from 'vitest';
import { createTopologyReader } from '#agent/topology/read-topology.ts';
import { findFault } from '#api/contract/agent-methods/find-fault.ts';
import { largestMessage } from '#api/contract/agent.ts';
import { mostRows, topologyRead, type Topology } from '#api/contract/agent-methods/topology.ts';
import type { SnmpCredential } from '#api/contract/agent-methods/discovery.ts';
import { startSnmpDevice, type Table } from '#demo/network/snmp-device.ts';
import { afterTest } from '../clean-up.ts';
import { freePort } from './peer.ts';
import { startSilence, v2c } from './snmp-peer.ts';

const address = '127.0.0.1';
const { signal } = new AbortController();
const v1: SnmpCredential = { ...v2c, credentialType: 'SNMP_V1' };
const bytes = (...values: number[]) => Buffer.from(values);

/** A table whose first columns are its index and are not read. */
function table(
  oid: string,
  indexes: number,
  columns: Readonly<Record<number, 'Integer' | 'OctetString'>>,
  rows: Table['rows'],
): Table {
  const index = Array.from({ length: indexes }, (_, place) => 200 + place);
  return {
    name: `t${oid.replaceAll('.', '-')}`,
    oid,
    index,
    columns: [
      ...index.map((number) => ({ number, type: 'Integer' as const, isHidden: true })),
      ...Object.entries(columns).map(([number, type]) => ({ number: Number(number), type })),
    ],
    rows,
  };
}

const interfaces = (...names: (string | Buffer)[]) => [
  table(
    '1.3.6.1.2.1.2.2.1',
    1,
    { 2: 'OctetString', 6: 'OctetString' },
    names.map((name, place) => [place + 1, name, bytes(0, 0x1b, 0x21, 0, 0, place + 1)]),
  ),
];
const lldp = (...rows: Table['rows'][number][]) =>
  table(
    '1.0.8802.1.1.2.1.4.1.1',
    3,
    {
      4: 'Integer',
      5: 'OctetString',
      6: 'Integer',
      7: 'OctetString',
      8: 'OctetString',
      9: 'OctetString',
      10: 'OctetString',
    },
    rows,
  );

async function read(tables: readonly Table[], credential = v2c): Promise<Topology> {
  const port = await freePort();
  const device = await startSnmpDevice(
    { address, port },
    { communities: ['a community'], users: [] },
    { scalars: [], tables },
  );
  afterTest(() => device.stop());
  const reply = await createTopologyReader(signal, port)({ address, credential });
  expect(findFault(topologyRead.result, reply)).toBeUndefined();
  if (reply.topology === null) throw new Error('the device did not answer');
  return reply.topology;
}

describe('a reading of neighbours', () => {
  it('tells the interface by lldpLocPortTable where LLDP numbers its ports otherwise', async () => {
    const [chassisMac, portName] = [4, 5];
    const local = table('1.0.8802.1.1.2.1.3.7.1', 1, { 2: 'Integer', 3: 'OctetString', 4: 'OctetString' }, [
      [49, portName, 'Gi1/0/2', 'uplink'],
    ]);
    const mac = bytes(0, 0x1b, 0x21, 0xaa, 0xbb, 0xcc);
    const found = await read([
      ...interfaces('Gi1/0/1', 'Gi1/0/2'),
      local,
      lldp(
        [0, 49, 1, chassisMac, mac, portName, 'Gi0/9', 'to the core', 'core', 'a switch'],
        [0, 1, 2, 7, 'rack 4', 7, '17', '', '', ''],
      ),
    ]);
    const neighbor = { protocol: 'LLDP', addresses: [] };
    expect(found.neighbors).toEqual([
      {
        ...neighbor,
        port: 1,
        portName: 'Gi1/0/1',
        mac: '',
        chassis: 'rack 4',
        systemName: '',
        remotePort: '17',
        remoteDescription: '',
        description: '',
      },
      {
        ...neighbor,
        port: 2,
        portName: 'Gi1/0/2',
        mac: '00:1b:21:aa:bb:cc',
        chassis: '',
        systemName: 'core',
        remotePort: 'Gi0/9',
        remoteDescription: 'to the core',
        description: 'a switch',
      },
    ]);
  });

  it('reads the table of CDP with its address, without the serial number in the name', async () => {
    const cdp = table(
      '1.3.6.1.4.1.9.9.23.1.2.1.1',
      2,
      { 3: 'Integer', 4: 'OctetString', 6: 'OctetString', 7: 'OctetString', 8: 'OctetString' },
      [[1, 1, 1, bytes(192, 0, 2, 9), 'sw-9(FOX1234ABCD)', 'GigabitEthernet0/1', 'cisco WS-C2960X']],
    );
    expect((await read([...interfaces('Gi1/0/1'), cdp])).neighbors).toEqual([
      {
        port: 1,
        portName: '',
        protocol: 'CDP',
        mac: '',
        chassis: 'sw-9(FOX1234ABCD)',
        systemName: 'sw-9',
        remotePort: 'GigabitEthernet0/1',
        remoteDescription: '',
        description: 'cisco WS-C2960X',
        addresses: ['192.0.2.9'],
      },
    ]);
  });

  const learned =
    (...macs: number[][]) =>
    (status: number): Table =>
      table(
        '1.3.6.1.2.1.17.4.3.1',
        6,
        { 2: 'Integer', 3: 'Integer' },
        macs.map((mac) => [...mac, 7, status]),
      );
  const bridgePorts = table('1.3.6.1.2.1.17.1.4.1', 1, { 2: 'Integer' }, [[7, 2]]);

  it.each([
    ['BRIDGE-MIB', '1.3.6.1.2.1.17.4.3.1', []],
    ['Q-BRIDGE-MIB', '1.3.6.1.2.1.17.7.1.2.2.1', [10]],
  ] as const)(
    'reads the forwarding table of %s by interface, without its own, unknown and group addresses',
    async (_, oid, vlan) => {
      const station = [0, 0x1b, 0x21, 1, 2, 3];
      const rows = [
        [...vlan, ...station, 7, 3],
        [...vlan, 0, 0x1b, 0x21, 1, 2, 4, 7, 4],
        [...vlan, 0, 0x1b, 0x21, 1, 2, 5, 0, 3],
        [...vlan, 1, 0, 0x5e, 0, 0, 1, 7, 3],
      ];
      const forwarding = table(oid, 6 + vlan.length, { 2: 'Integer', 3: 'Integer' }, rows);
      const found = await read([...interfaces('a', 'b'), bridgePorts, forwarding]);
      expect(found.forwarding).toEqual([{ port: 2, mac: '00:1b:21:01:02:03' }]);
    },
  );

  it('numbers ports as interfaces where the device has no table of bridge ports', async () => {
    const found = await read([...interfaces('a'), learned([0, 0x1b, 0x21, 1, 2, 3])(3)]);
    expect(found.forwarding).toEqual([{ port: 7, mac: '00:1b:21:01:02:03' }]);
  });

  it('reads the addresses of ipNetToPhysicalTable, and of ipNetToMediaTable where there is none', async () => {
    const mac = bytes(0, 0x1b, 0x21, 1, 2, 3);
    const older = table('1.3.6.1.2.1.4.22.1', 5, { 2: 'OctetString' }, [
      [1, 192, 0, 2, 7, mac],
      [1, 192, 0, 2, 8, bytes(0, 0, 0, 0, 0, 0)],
      [1, 224, 0, 0, 5, mac],
      [1, 192, 0, 2, 300, mac],
    ]);
    expect((await read([older])).addresses).toEqual([{ address: '192.0.2.7', mac: '00:1b:21:01:02:03' }]);
    const newer = table('1.3.6.1.2.1.4.35.1', 7, { 4: 'OctetString' }, [[1, 1, 4, 192, 0, 2, 9, mac]]);
    expect((await read([older, newer])).addresses).toEqual([{ address: '192.0.2.9', mac: '00:1b:21:01:02:03' }]);
  });

  it('makes short lines of names of 60 kB, markup and control characters', async () => {
    const long = Buffer.alloc(60_000, 'x');
    const found = await read(
      [
        ...interfaces(long, 'a\u0000b\nc\u001b[31m', '<img src=x onerror=alert(1)>'),
        lldp([0, 1, 1, 7, long, 7, long, long, Buffer.from([0xff, 0xfe, 0x00]), '<script>\r\n']),
      ],
      v1,
    );
    expect(found.ports.map(({ name }) => name)).toEqual(['x'.repeat(64), 'a b c [31m', '<img src=x onerror=alert(1)>']);
    expect(found.neighbors).toEqual([
      expect.objectContaining({
        chassis: 'x'.repeat(64),
        remotePort: 'x'.repeat(64),
        systemName: '\ufffd\ufffd',
        description: '<script>',
      }),
    ]);
  });

  it('reads no more rows than a reading may have', async () => {
    const macs = Array.from({ length: mostRows.forwarding + 50 }, (_, place) => [
      0,
      0x1b,
      0x21,
      0,
      Math.floor(place / 256),
      place % 256,
    ]);
    const found = await read([...interfaces('a'), learned(...macs)(3)]);
    expect(found.forwarding).toHaveLength(mostRows.forwarding);
  });

  it.each([undefined, Buffer.from('300fffff', 'hex')])(
    'is none of a device that is silent or answers with bytes that are no SNMP',
    async (answer) => {
      const silence = await startSilence(answer);
      afterTest(() => silence.stop());
      expect(await createTopologyReader(signal, silence.port)({ address, credential: v2c })).toEqual({
        topology: null,
      });
    },
  );
});

it('fits into one message with the longest texts', () => {
  const text = (length: number) => '\uffff'.repeat(length);
  const mac = 'aa:bb:cc:dd:ee:ff';
  const ip = '2001:db8:1234:5678:9abc:def0:1234:5678';
  const port = 2 ** 31 - 1;
  const many = <T>(length: number, value: T): T[] => Array.from({ length }, () => value);
  const topology: Topology = {
    macs: [mac, mac],
    ports: many(mostRows.ports, { index: port, name: text(64), mac }),
    neighbors: many(mostRows.neighbors, {
      port,
      portName: text(64),
      protocol: 'LLDP',
      mac,
      chassis: text(64),
      systemName: text(100),
      remotePort: text(64),
      remoteDescription: text(64),
      description: text(100),
      addresses: many(4, ip),
    }),
    forwarding: many(mostRows.forwarding, { port, mac }),
    addresses: many(mostRows.addresses, { address: ip, mac }),
  };
  expect(findFault(topologyRead.result, { topology })).toBeUndefined();
  expect(Buffer.byteLength(JSON.stringify({ topology }))).toBeLessThan(largestMessage - 1000);
});

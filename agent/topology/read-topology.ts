import {
  mostRows,
  topologyRead,
  type Neighbor,
  type Topology,
  type TopologyRead,
} from '#api/contract/agent-methods/topology.ts';
import { isStation } from '#api/contract/mac.ts';
import { valuesOf } from '../discovery/read-snmp.ts';
import { openSnmp, SnmpTimedOut, type SnmpSession } from '../discovery/snmp-session.ts';
import { oneAtATime } from '../polling/one-at-a-time.ts';
import { readCdp } from './cdp.ts';
import { chassisIs, identityOf, localChassis, portIs, readLocalPorts, readRemotes, type LocalPort } from './lldp.ts';
import { readAddresses, readForwarding, readPorts } from './tables.ts';
import { bytesOf, macOf, shortText } from './values.ts';
import { walkColumn, type Row } from './walk.ts';

const ANSWER_MS = 3000;
/** dot1dBaseBridgeAddress (RFC 4188) */
const bridgeAddress = '1.3.6.1.2.1.17.1.1.0';

type Read = (request: TopologyRead) => Promise<{ topology: Topology | null }>;
type Ports = Awaited<ReturnType<typeof readPorts>>;

/** Reads what is at the ports of one device at a time. Never writes to a device. */
export function createTopologyReader(stopping: AbortSignal, port?: number): Read {
  const limits = { busy: 'This device is reading neighbours already', seconds: topologyRead.seconds };
  return oneAtATime(stopping, limits, async ({ address, credential }, signal) => {
    const session = openSnmp(address, credential, {
      timeoutMs: ANSWER_MS,
      signal,
      ...(port !== undefined && { port }),
    });
    const isBulk = credential.credentialType !== 'SNMP_V1';
    try {
      return {
        topology: await readTopology(session, (column, most) => walkColumn(patient(session), column, { most, isBulk })),
      };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Error)) throw error;
      return { topology: null };
    } finally {
      session.close();
    }
  });
}

/** Asks a second time where a datagram was lost: a reading takes many, and one that is missing would spoil it. */
function patient({ getNext, getBulk }: SnmpSession): Pick<SnmpSession, 'getNext' | 'getBulk'> {
  const twice = <T>(ask: () => Promise<T>) =>
    ask().catch((error: unknown) => {
      if (error instanceof SnmpTimedOut) return ask();
      throw error;
    });
  return {
    getNext: (oid) => twice(() => getNext(oid)),
    getBulk: (oid, rows) => twice(() => getBulk(oid, rows)),
  };
}

async function readTopology(
  session: SnmpSession,
  read: (column: string, most: number) => Promise<Row[]>,
): Promise<Topology> {
  const macs = await readOwnMacs(session);
  const ports = await readPorts(read);
  const locals = await readLocalPorts(read);
  const remotes = (await readRemotes(read)).map((remote) => atInterface(remote, ports, locals.get(remote.port)));
  const cdp = await readCdp(read);
  return {
    macs,
    ports: ports.map(({ index, name, mac }) => ({ index, name, mac })),
    neighbors: [...remotes, ...cdp].slice(0, mostRows.neighbors),
    forwarding: await readForwarding(read),
    addresses: await readAddresses(read),
  };
}

async function readOwnMacs(session: SnmpSession): Promise<string[]> {
  const [type, chassis, bridge] = await valuesOf(session, [...localChassis, bridgeAddress]);
  const byLldp = identityOf(Number(type?.value), bytesOf(chassis), chassisIs).mac;
  return [...new Set([byLldp, macOf(bytesOf(bridge))].filter(isStation))];
}

/**
 * Replaces the port number of LLDP by the ifIndex. The device tells in lldpLocPortTable which interface a number is, by name, MAC
 * address or description; most use the ifIndex as the number.
 */
export function atInterface(remote: Neighbor, ports: Ports, local: LocalPort | undefined): Neighbor {
  const found = local && interfaceOf(ports, local);
  const same = ports.find(({ index }) => index === remote.port);
  const { index = 0, name = '' } = found ?? same ?? {};
  return { ...remote, port: index, portName: name || (local ? nameOf(local) : '') };
}

function interfaceOf(ports: Ports, local: LocalPort): Ports[number] | undefined {
  const { mac, text } = identityOf(local.type, local.id, portIs);
  const only = (holds: (port: Ports[number]) => boolean) => {
    const [first, second] = ports.filter(holds);
    return second === undefined ? first : undefined;
  };
  return (
    (mac === '' ? undefined : only((port) => port.mac === mac)) ??
    (text === '' ? undefined : only((port) => port.name === text || port.description === text)) ??
    (local.description === ''
      ? undefined
      : only((port) => port.description === local.description || port.name === local.description))
  );
}

function nameOf({ id, description }: LocalPort): string {
  return description || shortText(id, 64);
}

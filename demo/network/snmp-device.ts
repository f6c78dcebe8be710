import { once } from 'node:events';
import type { Socket } from 'node:dgram';
import snmpClient from 'net-snmp';
import type { DemoNetwork } from './running.ts';

const { MaxAccess, MibProviderType, ObjectType, SecurityLevel } = snmpClient;

/** A value, or how to compute it when somebody reads it. */
export type Cell = string | number | Buffer | (() => number | Buffer);

export interface Column {
  number: number;
  type: keyof typeof ObjectType;
  /** An index that is not read itself. */
  isHidden?: boolean;
}

export interface Table {
  name: string;
  /** Of the entry: a column and the index follow. */
  oid: string;
  columns: readonly Column[];
  /** Numbers of the columns that are the index. */
  index: readonly number[];
  /** One cell for each column. */
  rows: readonly (readonly Cell[])[];
}

export interface Scalar {
  name: string;
  /** Without the `.0`. */
  oid: string;
  type: keyof typeof ObjectType;
  value: Cell;
}

/** Whom a device answers. */
export interface Access {
  communities: readonly string[];
  users: readonly V3User[];
}

export interface V3User {
  name: string;
  authKey: string;
  privKey: string;
}

/** A request for one object, as `net-snmp` passes it on. */
interface MibRequest {
  instanceNode: { oid: string; value: unknown };
  done(): void;
}

/** The part of the agent of `net-snmp` that is used; its types have none. */
interface SnmpAgent {
  getAuthorizer(): { addCommunity(community: string): void; addUser(user: object): void };
  registerProvider(provider: object): void;
  getMib(): {
    setScalarValue(name: string, value: unknown): void;
    addTableRow(table: string, row: unknown[]): void;
  };
  listener: { sockets: Record<string, Socket> };
  close(done: () => void): void;
}

const valueOf = (cell: Cell) => (typeof cell === 'function' ? cell() : cell);

/** Serves these objects by SNMP v1, v2c and v3 (SHA-256, AES) at the address. Nothing can be written. @throws the error of the socket */
export async function startSnmpDevice(
  at: { address: string; port: number },
  { communities, users }: Access,
  { scalars, tables }: { scalars: readonly Scalar[]; tables: readonly Table[] },
): Promise<DemoNetwork> {
  // A message with a wrong community or user is reported here: a device drops it without a word.
  const agent: SnmpAgent = snmpClient.createAgent({ ...at, transport: 'udp4' }, () => undefined);
  const sockets = Object.values(agent.listener.sockets);
  await Promise.all(sockets.map((socket) => once(socket, 'listening')));
  for (const community of communities) agent.getAuthorizer().addCommunity(community);
  for (const user of users)
    agent.getAuthorizer().addUser({
      name: user.name,
      level: SecurityLevel.authPriv,
      authProtocol: snmpClient.AuthProtocols.sha256,
      authKey: user.authKey,
      privProtocol: snmpClient.PrivProtocols.aes,
      privKey: user.privKey,
    });
  const computed = new Map<string, () => number | Buffer>();
  const handler = (request: MibRequest) => {
    const compute = computed.get(request.instanceNode.oid);
    if (compute) request.instanceNode.value = compute();
    request.done();
  };
  for (const scalar of scalars) addScalar(agent, scalar, computed, handler);
  for (const table of tables) addTable(agent, table, computed, handler);
  return {
    stop: () => new Promise<void>((resolve) => agent.close(() => resolve())),
  };
}

type Computed = Map<string, () => number | Buffer>;

function addScalar(agent: SnmpAgent, { name, oid, type, value }: Scalar, computed: Computed, handler: unknown): void {
  agent.registerProvider({
    name,
    type: MibProviderType.Scalar,
    oid,
    scalarType: ObjectType[type],
    maxAccess: MaxAccess['read-only'],
    handler,
  });
  agent.getMib().setScalarValue(name, valueOf(value));
  if (typeof value === 'function') computed.set(`${oid}.0`, value);
}

function addTable(agent: SnmpAgent, table: Table, computed: Computed, handler: unknown): void {
  const { name, oid, columns, index, rows } = table;
  agent.registerProvider({
    name,
    type: MibProviderType.Table,
    oid,
    tableColumns: columns.map(({ number, type, isHidden }) => ({
      number,
      name: `${name}${number}`,
      type: ObjectType[type],
      maxAccess: MaxAccess[isHidden ? 'not-accessible' : 'read-only'],
    })),
    tableIndex: index.map((columnNumber) => ({ columnNumber })),
    handler,
  });
  for (const row of rows) {
    agent.getMib().addTableRow(name, row.map(valueOf));
    const at = columns
      .flatMap(({ number }, place) => (index.includes(number) ? [String(valueOf(row[place] ?? 0))] : []))
      .join('.');
    for (const [place, cell] of row.entries())
      if (typeof cell === 'function') computed.set(`${oid}.${columns[place]?.number}.${at}`, cell);
  }
}

import { Type, type Static, type TSchema } from 'typebox';
import { call } from './call.ts';
import { Closed, Id, Instant, Text, Uuid } from './shapes.ts';

/**
 * The agent protocol: one WebSocket out from the device to `/api/agent/connect` (header `Authorization: Agent <key>`), JSON-RPC 2.0 in
 * both directions, one message a text frame. Each side checks what it gets by these schemas; strings are hostile and shown as text.
 */
export const protocolVersion = 1;
/** Bytes of one message in either direction. */
export const largestMessage = 256 * 1024;
/** Why the server closes a socket, beside the codes of RFC 6455. */
export const closeCodes = {
  violation: 1008,
  tooLarge: 1009,
  goingAway: 1001,
  replaced: 4001,
  flood: 4002,
  unenrolled: 4003,
} as const;

/** What an agent can do, each with its own version: discovery, vmhost, directory, terminal, files and power join later. */
const Capability = Type.String({ pattern: '^[a-z][a-z0-9-]{0,30}@[1-9][0-9]{0,3}$' });
const Platform = Type.Union([
  Type.Literal('linux'),
  Type.Literal('darwin'),
  Type.Literal('win32'),
  Type.Literal('other'),
]);
const Bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** What `inventory@1` reports. A text that could not be read is empty, a list that could not be read too. */
export const Inventory = Closed({
  collectedAt: Instant,
  hostName: Type.String({ minLength: 1, maxLength: 255 }),
  os: Closed({ platform: Platform, name: Text(200), version: Text(200), kernel: Text(200), arch: Text(50) }),
  /** Whether it looks like a machine that serves rather than one that a person sits at. */
  isServer: Type.Boolean(),
  bootedAt: Instant,
  machine: Closed({
    manufacturer: Text(200),
    model: Text(200),
    biosSerialNumber: Text(200),
    biosVersion: Text(200),
    virtualization: Text(50),
  }),
  cpu: Closed({ model: Text(200), logicalCores: Type.Integer({ minimum: 0, maximum: 65_536 }) }),
  memory: Closed({ totalBytes: Bytes, availableBytes: Bytes }),
  disks: Type.Array(Closed({ name: Text(100), model: Text(200), totalBytes: Bytes }), { maxItems: 128 }),
  volumes: Type.Array(
    Closed({ mountPoint: Text(1024), device: Text(1024), fileSystem: Text(50), totalBytes: Bytes, freeBytes: Bytes }),
    { maxItems: 128 },
  ),
  /** Without loopback. Link-local addresses are among the addresses. */
  networkInterfaces: Type.Array(
    Closed({ name: Text(100), macAddress: Text(64), ipAddresses: Type.Array(Text(64), { maxItems: 64 }) }),
    { maxItems: 128 },
  ),
  loggedInUsers: Type.Array(Text(255), { maxItems: 128 }),
  lastLoggedInUser: Text(255),
});
export type Inventory = Static<typeof Inventory>;

/** Parameters and result of one method. */
interface RpcMethod {
  readonly params: TSchema;
  readonly result: TSchema;
}
export type RpcMethods = Readonly<Record<string, RpcMethod>>;

/** What the agent asks of the server. `hello` comes first on every connection. */
export const serverMethods = {
  hello: {
    params: Closed({
      protocol: Type.Integer({ minimum: 1, maximum: 1000 }),
      agentVersion: Text(50),
      capabilities: Type.Array(Capability, { maxItems: 32 }),
    }),
    /** How often to send `heartbeat` (seconds) and `inventory.report` (minutes). */
    result: Type.Object({
      nodeId: Id,
      heartbeatSeconds: Type.Number({ minimum: 0.05, maximum: 3600 }),
      inventoryMinutes: Type.Number({ minimum: 0.01, maximum: 1440 }),
    }),
  },
  heartbeat: { params: Closed({}), result: Type.Object({}) },
  'inventory.report': { params: Inventory, result: Type.Object({}) },
} as const satisfies RpcMethods;

/**
 * Commands of the server. `commandId` is the command's own name: it may be sent again after a lost connection, is executed once, and
 * answered the same each time. `interrupted` is answered when the agent died in the middle of it.
 */
export const agentMethods = {
  'inventory.read': { params: Closed({ commandId: Uuid }), result: Inventory },
} as const satisfies RpcMethods;
export type AgentMethod = keyof typeof agentMethods;

const RpcId = Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Integer()]);
const RpcRequest = Closed({
  jsonrpc: Type.Literal('2.0'),
  id: RpcId,
  method: Type.String({ minLength: 1, maxLength: 64 }),
  params: Type.Optional(Type.Unknown()),
});
const RpcResult = Closed({ jsonrpc: Type.Literal('2.0'), id: RpcId, result: Type.Unknown() });
const RpcFailure = Closed({
  jsonrpc: Type.Literal('2.0'),
  id: Type.Union([RpcId, Type.Null()]),
  error: Closed({ code: Type.Integer(), message: Text(500) }),
});
export const RpcMessage = Type.Union([RpcRequest, RpcResult, RpcFailure]);

/** Calls of the agent itself; neither uses a session. */
export const agentCalls = {
  /** Trades a one-time enrolment token for a key. Sent again with its `Idempotency-Key` it answers the same key. */
  enrollAgent: call({
    method: 'POST',
    path: '/agent/enroll',
    summary: 'Enrols a device by a one-time token',
    body: Closed({
      token: Text(200),
      hostName: Type.String({ minLength: 1, maxLength: 255 }),
      platform: Platform,
      isServer: Type.Boolean(),
      agentVersion: Text(50),
    }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), nodeId: Id, key: Type.String() }),
    errors: ['enrollment_token_incorrect', 'no_organization_yet'],
    permission: 'public',
    idempotent: true,
    rate: { max: 120, seconds: 60 },
  }),
  agentConnect: call({
    method: 'GET',
    path: '/agent/connect',
    summary: 'The agent’s WebSocket, by its key',
    reply: RpcMessage,
    errors: [],
    permission: 'public',
    websocket: true,
  }),
};

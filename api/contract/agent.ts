import { Type, type Static, type TSchema } from 'typebox';
import { Inventory, Platform } from './agent-methods/inventory.ts';
import type { AgentMethodEntry } from './agent-methods/agent-method.ts';
import { agentDeploy, agentPreflight } from './agent-methods/deployment.ts';
import { backupDataInspect } from './agent-methods/backup-data.ts';
import { backupTestDestination } from './agent-methods/backup.ts';
import { stateApply } from './agent-methods/desired-state.ts';
import { agentMethods } from './agent-methods/registry.ts';
import { interfacesRead } from './agent-methods/interfaces.ts';
import { topologyRead } from './agent-methods/topology.ts';
import { PerformanceReport } from './agent-methods/performance.ts';
import { ServicesReport } from './agent-methods/services.ts';
import { vmHostRead } from './agent-methods/vm-host.ts';
import { devicesPoll } from './agent-methods/polling.ts';
import { call } from './call.ts';
import { Closed, Id, Text, Uuid } from './shapes.ts';

/** Where an agent gets the program that speaks with VM hosts. */
export const delegateProgramPath = '/agent/cairn-delegate.mjs';

/**
 * The agent protocol: the device opens one WebSocket to `/api/agent/connect` (header `Authorization: Agent <key>`), with JSON-RPC 2.0 in
 * both directions, one message per text frame. Each side validates its input with these schemas; strings are untrusted and rendered as text.
 */
export const protocolVersion = 1;
/** Maximum bytes of one message in either direction. */
export const largestMessage = 256 * 1024;
/** Close codes of the server, in addition to those of RFC 6455. */
export const closeCodes = {
  violation: 1008,
  tooLarge: 1009,
  goingAway: 1001,
  replaced: 4001,
  flood: 4002,
  unenrolled: 4003,
} as const;

/** Capabilities of an agent, each with its own version; directory, terminal, files and power will follow. */
const Capability = Type.String({ pattern: '^[a-z][a-z0-9-]{0,30}@[1-9][0-9]{0,3}$' });
/** Parameters and result of one method. */
interface RpcMethod {
  readonly params: TSchema;
  readonly result: TSchema;
}
export type RpcMethods = Readonly<Record<string, RpcMethod>>;

/**
 * Reports of a running command before its result. `number` counts a command's reports from 1, so that the server
 * recognizes duplicates after a reconnect.
 */
const CommandReport = Closed({
  commandId: Uuid,
  number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  progress: Type.Optional(Type.Unknown()),
  items: Type.Array(Type.Unknown(), { maxItems: 500 }),
});
export type CommandReport = Static<typeof CommandReport>;

/** Public key (Ed25519, base64url) of the server: an agent keeps the first that it gets, and checks by it the scripts that it is to run. */
export const CommandKey = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });

/** Calls from the agent to the server. `hello` is the first on every connection. */
export const serverMethods = {
  hello: {
    params: Closed({
      protocol: Type.Integer({ minimum: 1, maximum: 1000 }),
      agentVersion: Text(50),
      capabilities: Type.Array(Capability, { maxItems: 32 }),
    }),
    /** Intervals of `heartbeat` (seconds) and `inventory.report` (minutes). */
    result: Type.Object({
      nodeId: Id,
      heartbeatSeconds: Type.Number({ minimum: 0.05, maximum: 3600 }),
      inventoryMinutes: Type.Number({ minimum: 0.01, maximum: 1440 }),
      commandKey: CommandKey,
    }),
  },
  heartbeat: { params: Closed({}), result: Type.Object({}) },
  'inventory.report': { params: Inventory, result: Type.Object({}) },
  /** Samples that the server has not acknowledged yet; it stores each minute once. Refused with `busy`, the agent reports again later. */
  'performance.report': { params: PerformanceReport, result: Type.Object({}) },
  /** What changed of the services of the device. Refused with `busy`, the agent reports the whole list later. */
  'services.report': { params: ServicesReport, result: Type.Object({}) },
  /** Progress and items of a running command. The agent retries until the server acknowledges; the server stores each number once. */
  'command.report': { params: CommandReport, result: Type.Object({}) },
} as const satisfies RpcMethods;

/** Calls from the server to the agent: commands of the method registry, messages about them, and polls. */
export const commandMethods = {
  ...Object.fromEntries(
    Object.entries(agentMethods as Readonly<Record<string, AgentMethodEntry>>).map(
      ([name, { params, sent = params, result }]) => [
        name,
        { params: Closed({ ...sent.properties, commandId: Uuid }), result },
      ],
    ),
  ),
  /** Cancels a command. The agent replies at once and then fails the command with the code `cancelled`, unless it has already ended. */
  'command.cancel': { params: Closed({ commandId: Uuid }), result: Type.Object({}) },
  'devices.poll': devicesPoll,
  'interfaces.read': interfacesRead,
  'topology.read': topologyRead,
  'vmhost.read': vmHostRead,
  'agent.deploy': agentDeploy,
  'agent.preflight': agentPreflight,
  'state.apply': stateApply,
  'backup.testDestination': backupTestDestination,
  'backup.inspectData': backupDataInspect,
} as RpcMethods;

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

/** HTTP calls of the agent; they use no session. */
export const agentCalls = {
  /** Exchanges an enrolment token for a key. A retry with the same `Idempotency-Key` returns the same key. */
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
    reply: Type.Object({
      resultCode: Type.Literal('SUCCESS'),
      nodeId: Id,
      key: Type.String(),
      commandKey: CommandKey,
    }),
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

import type { WebSocket } from 'ws';
import {
  closeCodes,
  commandMethods,
  largestMessage,
  protocolVersion,
  serverMethods,
  type CommandReport,
} from '#api/contract/agent.ts';
import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { interfacesRead, type InterfacesRead, type NetworkInterface } from '#api/contract/agent-methods/interfaces.ts';
import { topologyRead, type Topology, type TopologyRead } from '#api/contract/agent-methods/topology.ts';
import {
  agentDeploy,
  agentPreflight,
  type AgentDeploy,
  type AgentPreflight,
  type DeployResult,
  type PreflightResult,
} from '#api/contract/agent-methods/deployment.ts';
import {
  backupTestDestination,
  type DestinationResult,
  type DestinationTest,
} from '#api/contract/agent-methods/backup.ts';
import { backupDataInspect, type BackupDataFound } from '#api/contract/agent-methods/backup-data.ts';
import { stateApply, type StateAnswer, type StateApply } from '#api/contract/agent-methods/desired-state.ts';
import type { PerformanceReport } from '#api/contract/agent-methods/performance.ts';
import type { ServicesReport } from '#api/contract/agent-methods/services.ts';
import { vmHostRead, type HostResponse, type HostRequest } from '#api/contract/agent-methods/vm-host.ts';
import { devicesPoll, type DevicesPoll, type PollResult } from '#api/contract/agent-methods/polling.ts';
import { createPeer, RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { QueuedCommand } from './command-queue.ts';
import { plainText } from './plain-text.ts';

/** What a connection tells the hub. Each may fail; the agent is then told that the server could not do it. */
interface ConnectionEvents {
  welcomed(about: { version: string; capabilities: string[] }): Promise<void>;
  seen(): void;
  /** Counts a message against the budget of the device; answers why it is too much. */
  spend(bytes: number): string | undefined;
  inventory(inventory: Inventory): Promise<void>;
  performance(report: PerformanceReport): Promise<void>;
  services(report: ServicesReport): Promise<void>;
  /** @throws RpcError when the agent should stop the command. */
  report(report: CommandReport): Promise<void>;
  failed(method: string, error: unknown): void;
  /** What the agent sent is no message of the protocol. */
  violated(reason: string): void;
}

export interface AgentConnection {
  /** Whether `hello` was answered. */
  readonly welcome: boolean;
  /** Fulfilled once `hello` was answered, or the connection ended. */
  readonly greeted: Promise<void>;
  /** Of the agent's program. */
  readonly version: string;
  /** What the agent said it can do. */
  readonly capabilities: readonly string[];
  /** The result by the method of the command, checked by its schema. @throws RpcError */
  run(command: QueuedCommand): Promise<unknown>;
  /** What the devices answer that the agent asks. @throws RpcError */
  poll(request: DevicesPoll): Promise<{ results: PollResult[] }>;
  /** The interfaces of a device that the agent asks. @throws RpcError */
  readInterfaces(request: InterfacesRead): Promise<{ interfaces: NetworkInterface[] }>;
  /** What is at the ports of a device that the agent asks. @throws RpcError */
  readTopology(request: TopologyRead): Promise<{ topology: Topology | null }>;
  /** A VM host of which the agent is the delegate. @throws RpcError */
  readVmHost(request: HostRequest): Promise<HostResponse>;
  /** Installs the agent on another computer. @throws RpcError */
  deploy(request: AgentDeploy): Promise<DeployResult>;
  preflight(request: AgentPreflight): Promise<PreflightResult>;
  /** Tells the agent what its device should have. @throws RpcError */
  applyState(state: StateApply): Promise<StateAnswer>;
  /** @throws RpcError */
  testDestination(request: DestinationTest): Promise<DestinationResult>;
  /** Counts what the backup jobs of the device have left at their destinations. @throws RpcError */
  inspectBackups(): Promise<BackupDataFound>;
  /** @throws RpcError */
  cancel(commandId: string): Promise<unknown>;
  close(code: number, reason: string): void;
}

interface Options {
  nodeId: number;
  heartbeatSeconds: number;
  inventoryMinutes: number;
  reportSeconds: number;
  samplesSeconds: number;
  servicesSeconds: number;
  answerSeconds: number;
  silenceSeconds: number;
  /** What the agent checks scripts by. */
  commandKey: string;
  events: ConnectionEvents;
}

/** Speaks the agent protocol on one open socket. */
export function speakWithAgent(socket: WebSocket, options: Options): AgentConnection {
  const { events, nodeId, heartbeatSeconds, inventoryMinutes } = options;
  let welcome = false;
  let endWait: () => void;
  const greeted = new Promise<void>((resolve) => (endWait = resolve));
  let able: readonly string[] = [];
  let version = '';
  /** The report that is in work, or the wait after it. */
  let reporting = false;
  /** The samples that are in work, or the wait after them. */
  let sampling = false;
  /** The report of services that is in work, or the wait after it. */
  let listing = false;
  // An agent that is silent is gone, also when TCP has not noticed.
  let silence = setTimeout(() => socket.terminate(), options.answerSeconds * 1000);

  const welcomed = () => {
    if (!welcome) throw new RpcError(rpcCodes.notReady, 'Say hello first');
  };

  const peer = createPeer({
    local: serverMethods,
    remote: commandMethods,
    timeout: options.answerSeconds * 1000,
    send: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text);
    },
    handlers: {
      async hello({ protocol, agentVersion, capabilities }) {
        if (protocol !== protocolVersion)
          throw new RpcError(
            rpcCodes.invalidParams,
            `This server speaks version ${protocolVersion} of the agent protocol, and the agent version ${protocol}. Install the agent of this server.`,
          );
        if (welcome) throw new RpcError(rpcCodes.notReady, 'Hello was said');
        await events.welcomed({ version: plainText(agentVersion), capabilities });
        welcome = true;
        able = capabilities;
        version = plainText(agentVersion);
        // After the answer, which the agent needs before it is asked for anything.
        setImmediate(endWait);
        return { nodeId, heartbeatSeconds, inventoryMinutes, commandKey: options.commandKey };
      },
      async heartbeat() {
        welcomed();
        return {};
      },
      async 'inventory.report'(inventory) {
        welcomed();
        if (reporting) throw new RpcError(rpcCodes.busy, 'The last inventory is a moment old: report again later');
        reporting = true;
        try {
          await events.inventory(inventory);
        } finally {
          setTimeout(() => (reporting = false), options.reportSeconds * 1000).unref();
        }
        return {};
      },
      async 'performance.report'(report) {
        welcomed();
        if (sampling) throw new RpcError(rpcCodes.busy, 'The last samples are a moment old: report again later');
        sampling = true;
        try {
          await events.performance(report);
        } finally {
          setTimeout(() => (sampling = false), options.samplesSeconds * 1000).unref();
        }
        return {};
      },
      async 'services.report'(report) {
        welcomed();
        if (listing) throw new RpcError(rpcCodes.busy, 'The last services are a moment old: report again later');
        listing = true;
        try {
          await events.services(report);
        } finally {
          setTimeout(() => (listing = false), options.servicesSeconds * 1000).unref();
        }
        return {};
      },
      async 'command.report'(report) {
        welcomed();
        await events.report(report);
        return {};
      },
    },
    onFailure: (method, error) => {
      events.failed(method, error);
      return new RpcError(rpcCodes.internal, 'The server could not do this');
    },
  });

  const close = (code: number, reason: string) => {
    peer.end(reason);
    socket.close(code, reason);
    // An agent that does not answer the close frame is not waited for.
    setTimeout(() => socket.terminate(), 2000).unref();
  };

  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (socket.readyState !== socket.OPEN) return;
    clearTimeout(silence);
    silence = setTimeout(() => socket.terminate(), options.silenceSeconds * 1000);
    const excess = events.spend(data.byteLength);
    if (excess !== undefined) {
      events.violated(excess);
      return close(closeCodes.flood, `This device sent ${excess}`);
    }
    if (data.byteLength > largestMessage) {
      events.violated('message too large');
      return close(closeCodes.tooLarge, 'Message too large');
    }
    try {
      if (isBinary) throw new Error('The message is binary');
      peer.receive(data.toString('utf8'));
      if (welcome) events.seen();
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'Not a message of the protocol';
      events.violated(reason);
      close(closeCodes.violation, reason);
    }
  });
  socket.on('error', (error) => events.violated(error.message));
  socket.on('close', () => {
    clearTimeout(silence);
    endWait();
    peer.end('The connection ended');
  });

  return {
    get welcome() {
      return welcome;
    },
    greeted,
    get version() {
      return version;
    },
    get capabilities() {
      return able;
    },
    run: ({ id, method, params, expiresAt }) =>
      peer.call(method, { ...params, commandId: id }, { id, timeout: Math.max(0, expiresAt.getTime() - Date.now()) }),
    poll: async (request) =>
      (await peer.call('devices.poll', request, { timeout: (devicesPoll.seconds + 5) * 1000 })) as {
        results: PollResult[];
      },
    readInterfaces: async (request) =>
      (await peer.call('interfaces.read', request, { timeout: (interfacesRead.seconds + 5) * 1000 })) as {
        interfaces: NetworkInterface[];
      },
    readTopology: async (request) =>
      (await peer.call('topology.read', request, { timeout: (topologyRead.seconds + 5) * 1000 })) as {
        topology: Topology | null;
      },
    readVmHost: async (request) =>
      (await peer.call('vmhost.read', request, { timeout: (vmHostRead.seconds + 5) * 1000 })) as HostResponse,
    deploy: async (request) =>
      (await peer.call('agent.deploy', request, { timeout: (agentDeploy.seconds + 5) * 1000 })) as DeployResult,
    preflight: async (request) =>
      (await peer.call('agent.preflight', request, {
        timeout: (agentPreflight.seconds + 5) * 1000,
      })) as PreflightResult,
    applyState: async (state) =>
      (await peer.call('state.apply', state, { timeout: (stateApply.seconds + 5) * 1000 })) as StateAnswer,
    testDestination: async (request) =>
      (await peer.call('backup.testDestination', request, {
        timeout: (backupTestDestination.seconds + 5) * 1000,
      })) as DestinationResult,
    inspectBackups: async () =>
      (await peer.call(
        'backup.inspectData',
        {},
        {
          timeout: (backupDataInspect.seconds + 5) * 1000,
        },
      )) as BackupDataFound,
    cancel: (commandId) => peer.call('command.cancel', { commandId }),
    close,
  };
}

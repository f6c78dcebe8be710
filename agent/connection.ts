import { WebSocket } from 'ws';
import { closeCodes, commandMethods, largestMessage, protocolVersion, serverMethods } from '#api/contract/agent.ts';
import type { AgentDeploy, AgentPreflight } from '#api/contract/agent-methods/deployment.ts';
import type { DestinationTest } from '#api/contract/agent-methods/backup.ts';
import type { StateApply } from '#api/contract/agent-methods/desired-state.ts';
import type { DevicesPoll } from '#api/contract/agent-methods/polling.ts';
import type { InterfacesRead } from '#api/contract/agent-methods/interfaces.ts';
import type { TopologyRead } from '#api/contract/agent-methods/topology.ts';
import type { HostRequest } from '#api/contract/agent-methods/vm-host.ts';
import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { capabilities } from '#api/contract/agent-methods/registry.ts';
import { createPeer, RpcError, rpcCodes, type RpcPeer } from '#api/contract/json-rpc.ts';
import type { CommandRunner } from './commands/command-runner.ts';
import type { Log } from './log.ts';
import type { Sampler } from './performance/sampler.ts';
import type { ServiceWatcher } from './services/service-watcher.ts';

export interface ConnectionOptions {
  server: URL;
  key: string;
  agentVersion: string;
  commands: CommandRunner;
  sampler: Sampler;
  serviceWatcher: ServiceWatcher;
  poll(request: DevicesPoll): Promise<unknown>;
  readInterfaces(request: InterfacesRead): Promise<unknown>;
  readTopology(request: TopologyRead): Promise<unknown>;
  readVmHost(request: HostRequest): Promise<unknown>;
  deploy(request: AgentDeploy): Promise<unknown>;
  preflight(request: AgentPreflight): Promise<unknown>;
  applyState(state: StateApply): Promise<unknown>;
  testDestination(request: DestinationTest): Promise<unknown>;
  inspectBackups(): Promise<unknown>;
  readInventory(): Promise<Inventory>;
  /** Milliseconds within which the inventory follows at a moment of chance: 5,000 agents that come back do not all report at once. */
  inventoryWithin: number;
  /** The server said what its scripts are checked by. */
  onCommandKey(key: string): void;
  log: Log;
  /** Milliseconds to wait for an answer of the server. */
  timeout: number;
  signal: AbortSignal;
}

/** How a connection ended. `welcomed`: the server had accepted the agent. */
export interface ConnectionEnd {
  kind: 'lost' | 'key_refused' | 'replaced' | 'stopped';
  welcomed: boolean;
  message: string;
}

/** Holds one connection until it ends; never throws. */
export function holdConnection(options: ConnectionOptions): Promise<ConnectionEnd> {
  const { signal, timeout, log } = options;
  const address = new URL('/api/agent/connect', options.server);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address, {
    headers: { authorization: `Agent ${options.key}` },
    handshakeTimeout: timeout,
    maxPayload: largestMessage,
    perMessageDeflate: false,
  });
  const timers: NodeJS.Timeout[] = [];
  let welcomed = false;
  let trouble = '';
  let keyRefused = false;
  let disconnect = () => {};

  const peer = createPeer({
    local: commandMethods,
    remote: serverMethods,
    timeout,
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    handlers: {
      ...options.commands.handlers,
      'devices.poll': (params) => options.poll(params as DevicesPoll),
      'interfaces.read': (params) => options.readInterfaces(params as InterfacesRead),
      'topology.read': (params) => options.readTopology(params as TopologyRead),
      'vmhost.read': (params) => options.readVmHost(params as HostRequest),
      'agent.deploy': (params) => options.deploy(params as AgentDeploy),
      'agent.preflight': (params) => options.preflight(params as AgentPreflight),
      'state.apply': (params) => options.applyState(params as StateApply),
      'backup.testDestination': (params) => options.testDestination(params as DestinationTest),
      'backup.inspectData': () => options.inspectBackups(),
    },
    onFailure: (method, error) => {
      log(`${method} failed: ${textOf(error)}`);
      return new RpcError(rpcCodes.internal, 'The agent could not do this');
    },
  });

  /** Ends a connection on which the server no longer answers; a half-open one would else last for hours. */
  const giveUp = (error: unknown) => {
    trouble ||= textOf(error);
    socket.terminate();
  };

  socket.on('open', () => {
    void greet(options, peer)
      .then(({ heartbeatSeconds, inventoryMinutes, commandKey }) => {
        welcomed = true;
        options.onCommandKey(commandKey);
        const partings = [
          options.commands.connect((report) => peer.call('command.report', report)),
          options.sampler.connect((report) => peer.call('performance.report', report)),
          options.serviceWatcher.connect((report) => peer.call('services.report', report)),
        ];
        disconnect = () => {
          for (const part of partings) part();
        };
        log(`connected to ${options.server.origin}`);
        const report = () =>
          void options
            .readInventory()
            .then((inventory) => peer.call('inventory.report', inventory))
            .catch((error: unknown) => {
              // The server has a report of a moment ago; the next one comes at its time.
              if (!(error instanceof RpcError && error.code === rpcCodes.busy)) giveUp(error);
            });
        const beat = () => void peer.call('heartbeat', {}).catch(giveUp);
        timers.push(setInterval(beat, heartbeatSeconds * 1000), setInterval(report, inventoryMinutes * 60_000));
        timers.push(setTimeout(report, options.inventoryWithin * Math.random()));
      })
      .catch(giveUp);
  });
  socket.on('message', (data, isBinary) => {
    try {
      if (isBinary) throw new Error('The server sent a binary message');
      peer.receive(data.toString());
    } catch (error) {
      trouble ||= textOf(error);
      socket.close(closeCodes.violation);
    }
  });
  socket.on('unexpected-response', (_request, response) => {
    keyRefused = response.statusCode === 401;
    trouble ||= `the server answered with status ${response.statusCode}`;
    socket.terminate();
  });
  socket.on('error', (error) => (trouble ||= textOf(error)));

  return new Promise((resolve) => {
    const stop = () => {
      socket.close(closeCodes.goingAway);
      // A server that does not close its side in time is not waited for.
      timers.push(setTimeout(() => socket.terminate(), 1000));
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    socket.on('close', (code) => {
      signal.removeEventListener('abort', stop);
      for (const timer of timers) clearTimeout(timer);
      disconnect();
      peer.end('The connection ended');
      const message = trouble || `closed with ${code}`;
      if (signal.aborted) resolve({ kind: 'stopped', welcomed, message });
      else if (keyRefused || code === closeCodes.unenrolled) resolve({ kind: 'key_refused', welcomed, message });
      else resolve({ kind: code === closeCodes.replaced ? 'replaced' : 'lost', welcomed, message });
    });
  });
}

function greet(options: ConnectionOptions, peer: RpcPeer<typeof serverMethods>) {
  return peer.call('hello', {
    protocol: protocolVersion,
    agentVersion: options.agentVersion,
    capabilities,
  });
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

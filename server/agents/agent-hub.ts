import type { Secrets } from '../secrets.ts';
import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { WebSocket } from 'ws';
import { closeCodes } from '#api/contract/agent.ts';
import { interfacesRead } from '#api/contract/agent-methods/interfaces.ts';
import { topologyRead } from '#api/contract/agent-methods/topology.ts';
import { agentDeploy, agentPreflight } from '#api/contract/agent-methods/deployment.ts';
import type { BackupDataFound } from '#api/contract/agent-methods/backup-data.ts';
import type { DestinationResult, DestinationTest } from '#api/contract/agent-methods/backup.ts';
import { stateApply } from '#api/contract/agent-methods/desired-state.ts';
import { vmHostRead } from '#api/contract/agent-methods/vm-host.ts';
import { devicesPoll } from '#api/contract/agent-methods/polling.ts';
import type { PerformanceReport } from '#api/contract/agent-methods/performance.ts';
import type { ServicesReport } from '#api/contract/agent-methods/services.ts';
import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { Database, Queries } from '../database/database.ts';
import { databaseFailure } from '../database/failures.ts';
import { batched } from '../database/batched.ts';
import { deliverStates, devicesWithDueStates } from '../desired-state/desired-state.ts';
import { controllersWithDueDevices, deployAgents } from '../directory/deploy-agents.ts';
import { controllersWithDueChecks, preflightComputers } from '../directory/preflight-computers.ts';
import { agentExpelled, type Live, type Topic } from '../live/messages.ts';
import { commandKeyOf } from '../scripts/signing.ts';
import { storeServices } from '../services/store-services.ts';
import { storeSamples } from '../performance/store-samples.ts';
import { probesWithDueDevices, type ProbeWork } from '../polling/claim-devices.ts';
import { pollProbe } from '../polling/poll-probe.ts';
import { readInterfaces } from '../polling/read-interfaces.ts';
import { readTopologies } from '../topology/read-topologies.ts';
import { markUnpolled } from '../polling/store-polls.ts';
import { delegatesWithDueHosts, markUnread, readHosts } from '../vm-hosts/read-hosts.ts';
import { speakWithAgent, type AgentConnection } from './agent-connection.ts';
import { createBudgets } from './budget.ts';
import { createCommandEnds } from './command-ends.ts';
import { pendingCommands, type QueuedCommand } from './command-queue.ts';
import { expireCommands } from './expire-commands.ts';
import { usualPace, type AgentPace } from './pace.ts';
import { createPresenceNotes } from './presence-notes.ts';
import { markOffline, markSeen, type Presence } from './presence.ts';
import { createSentNotes } from './sent-notes.ts';
import { runCommand, stopCommand } from './run-command.ts';
import { storeInventory } from './store-inventory.ts';
import { createReportStore } from './store-report.ts';

/** The agents connected to this process. */
export interface AgentHub {
  /** Takes the open socket of an agent whose key was checked. */
  accept(socket: WebSocket, nodeId: number, address: string): void;
  /** Sends what waits for the device, when it is connected here; other processes look every few seconds. */
  wake(nodeId: number): Promise<void>;
  /** Undefined while the device is not connected to this process. @throws RpcError */
  testDestination(nodeId: number, request: DestinationTest): Promise<DestinationResult | undefined>;
  /** Undefined while the device is not connected to this process. @throws RpcError */
  inspectBackups(nodeId: number): Promise<BackupDataFound | undefined>;
  /** Closes the connections of devices that were deleted, in every process, once the caller's transaction commits. */
  expel(db: Queries, nodeIds: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  database: Database;
  log: FastifyBaseLogger;
  live: Pick<Live, 'announce' | 'listen'>;
  pace?: Partial<AgentPace>;
  secrets: Pick<Secrets, 'open' | 'derive'>;
  /** Where computers reach the server. */
  publicUrl: string;
}

interface Connected extends Presence {
  connection: AgentConnection;
  /** Commands sent on this connection and not answered yet. */
  sent: Set<string>;
  /** Commands of which this connection was told to stop. */
  stopped: Set<string>;
  /** Heard of since the last round. */
  heard: boolean;
  /** What it does at devices now. */
  working: Set<Work>;
}

/**
 * What an agent does at others: as a network probe at devices, as a monitor delegate at VM hosts, as a domain controller at computers;
 * and the state that its own device should have.
 */
type Work = ProbeWork | 'hosts' | 'deployments' | 'preflights' | 'states';

const capabilityOf: Readonly<Record<Work, string>> = {
  poll: devicesPoll.capability,
  interfaces: interfacesRead.capability,
  topology: topologyRead.capability,
  hosts: vmHostRead.capability,
  deployments: agentDeploy.capability,
  preflights: agentPreflight.capability,
  states: stateApply.capability,
};

/** What was not polled or read for so many times the usual pause is neither online nor offline. */
const POLLS_UNTIL_STALE = 5;

export function createAgentHub({ database, log, live, secrets, publicUrl, pace: given }: Options): AgentHub {
  const announce = (topic: Topic, ids: number[]) => live.announce(database, topic, ids);
  const pace = { ...usualPace, ...given };
  const connected = new Map<number, Connected>();
  const budgets = createBudgets();
  const notes = createPresenceNotes(database, live);
  const noteSent = createSentNotes(database);
  const endCommand = createCommandEnds(database, live);
  const storeReport = createReportStore({ database, live });
  /** Database work under way: a closing server waits for it. */
  const under = new Set<Promise<unknown>>();
  const commandKey = commandKeyOf(secrets);
  const startedAt = performance.now();
  let closing = false;
  /** When to look for devices that nobody polls. */
  let unpolledAt = 0;

  function track<T>(work: Promise<T>): Promise<T> {
    under.add(work);
    const done = () => under.delete(work);
    work.then(done, done);
    return work;
  }

  async function keep(entry: Connected, inventory: Inventory): Promise<void> {
    if (await track(storeInventory(database, entry.nodeId, inventory, new Date())))
      await announce('node', [entry.nodeId]);
    else entry.connection.close(closeCodes.unenrolled, 'The device was removed');
  }

  async function keepSamples(entry: Connected, report: PerformanceReport): Promise<void> {
    if (!(await track(storeSamples(database, entry.nodeId, report, new Date()))))
      entry.connection.close(closeCodes.unenrolled, 'The device was removed');
  }

  async function keepServices(entry: Connected, report: ServicesReport): Promise<void> {
    const { gone, changed } = await track(storeServices(database, entry.nodeId, report, new Date()));
    if (gone) entry.connection.close(closeCodes.unenrolled, 'The device was removed');
    else if (changed) await announce('services', [entry.nodeId]);
  }

  async function perform(entry: Connected, command: QueuedCommand): Promise<void> {
    entry.sent.add(command.id);
    try {
      await runCommand({ database, secrets, noteSent, endCommand }, entry.connection, command, {
        deviceChanged: () => announce('node', [entry.nodeId]),
        deviceGone: () => entry.connection.close(closeCodes.unenrolled, 'The device was removed'),
      });
    } finally {
      entry.sent.delete(command.id);
      entry.stopped.delete(command.id);
    }
  }

  async function stop(entry: Connected, command: QueuedCommand): Promise<void> {
    entry.stopped.add(command.id);
    await stopCommand({ endCommand }, entry.connection, command, { awaited: entry.sent.has(command.id) });
    if (!entry.sent.has(command.id)) entry.stopped.delete(command.id);
  }

  async function deliver(entries: readonly Connected[]): Promise<void> {
    const byNode = new Map(entries.filter((entry) => entry.connection.welcome).map((entry) => [entry.nodeId, entry]));
    for (const command of await pendingCommands(database, [...byNode.keys()], new Date())) {
      const entry = byNode.get(command.nodeId);
      const cancel = command.cancelRequestedAt !== null;
      if (!entry || (cancel ? entry.stopped : entry.sent).has(command.id)) continue;
      track(cancel ? stop(entry, command) : perform(entry, command)).catch((error: unknown) =>
        log.error({ err: error }, 'a command for an agent failed'),
      );
    }
  }

  /** Sends what waits for a device; one query looks for all devices that ask while the one before is under way. */
  const deliverTo = batched<Connected, void>({
    keyOf: ({ connectionId }) => connectionId,
    async run(entries) {
      await deliver(entries);
      return [];
    },
  });

  /** Lets the agents among them do the work that is due, each one of each kind at a time. */
  async function letWork(entries: readonly Connected[], work: Work): Promise<void> {
    const able = entries.filter(
      ({ connection, working }) =>
        connection.welcome && !working.has(work) && connection.capabilities.includes(capabilityOf[work]),
    );
    const ids = able.map(({ nodeId }) => nodeId);
    const now = new Date();
    const wanted = new Set(await withDueWork(work, ids, now));
    for (const entry of able.filter(({ nodeId }) => wanted.has(nodeId))) {
      entry.working.add(work);
      const { nodeId } = entry;
      track(workAt(entry, work))
        .catch((error: unknown) => log.warn({ err: error, nodeId, work }, 'an agent did not do its work'))
        .finally(() => entry.working.delete(work));
    }
  }

  function withDueWork(work: Work, ids: readonly number[], now: Date): Promise<number[]> {
    if (work === 'hosts') return delegatesWithDueHosts(database, ids, now);
    if (work === 'states') return devicesWithDueStates(database, ids, now);
    if (work === 'deployments') return controllersWithDueDevices(database, ids, now);
    if (work === 'preflights') return controllersWithDueChecks(database, ids, now);
    return probesWithDueDevices(database, work, ids, now);
  }

  function workAt({ nodeId, connection }: Connected, work: Work): Promise<void> {
    const tools = { database, live, secrets };
    if (work === 'hosts')
      return readHosts(tools, nodeId, { everySeconds: pace.hostsSeconds, read: connection.readVmHost });
    if (work === 'topology')
      return readTopologies(tools, nodeId, { everySeconds: pace.topologySeconds, read: connection.readTopology });
    if (work === 'states') return deliverStates(tools, nodeId, connection.applyState);
    if (work === 'deployments') return deployAgents({ ...tools, publicUrl }, nodeId, connection.deploy);
    if (work === 'preflights') return preflightComputers(tools, nodeId, connection.preflight);
    return work === 'poll'
      ? pollProbe(tools, nodeId, { everySeconds: pace.pollSeconds, poll: connection.poll })
      : readInterfaces(tools, nodeId, { everySeconds: pace.interfacesSeconds, read: connection.readInterfaces });
  }

  async function poll(entries: readonly Connected[]): Promise<void> {
    await letWork(entries, 'poll');
    await letWork(entries, 'interfaces');
    await letWork(entries, 'topology');
    await letWork(entries, 'hosts');
    await letWork(entries, 'preflights');
    await letWork(entries, 'deployments');
    await letWork(entries, 'states');
    if (performance.now() < unpolledAt) return;
    unpolledAt = performance.now() + pace.pollSeconds * 1000;
    const stale = await markUnpolled(database, new Date(Date.now() - POLLS_UNTIL_STALE * pace.pollSeconds * 1000));
    const unread = await markUnread(database, new Date(Date.now() - POLLS_UNTIL_STALE * pace.hostsSeconds * 1000));
    if (stale.length + unread.length > 0) await announce('node', [...stale, ...unread]);
  }

  async function round(): Promise<void> {
    const entries = [...connected.values()];
    const heard = entries.filter((entry) => entry.heard);
    for (const entry of heard) entry.heard = false;
    const { replaced, up } = await markSeen(database, heard, new Date());
    for (const { nodeId, connectionId } of replaced) {
      const entry = connected.get(nodeId);
      if (entry?.connectionId === connectionId)
        entry.connection.close(closeCodes.replaced, 'Another connection took this place');
    }
    const settled = performance.now() - startedAt >= pace.returnSeconds * 1000;
    const down = settled ? await markOffline(database, pace, new Date()) : [];
    if (up.length + down.length > 0) await announce('node', [...up, ...down]);
    await expireCommands(database, live, new Date());
    await deliver(entries);
    await poll(entries);
  }

  let timer: NodeJS.Timeout;
  const nextRound = () => {
    timer = setTimeout(() => {
      track(round())
        .catch((error: unknown) => log.error({ err: error }, 'the round of the agents failed'))
        .finally(() => closing || nextRound());
    }, pace.roundSeconds * 1000);
    timer.unref();
  };
  nextRound();

  const stopListening = live.listen(({ topic, ids }) => {
    if (topic !== agentExpelled) return;
    // Not `unenrolled`: the agent keeps its key, since the deletion may be undone.
    for (const id of ids) connected.get(Number(id))?.connection.close(closeCodes.goingAway, 'The device was deleted');
  });

  return {
    accept(socket, nodeId, address) {
      if (closing) return socket.close(closeCodes.goingAway);
      if (budgets.isSpent(nodeId)) return socket.close(closeCodes.flood, 'This device sent too much a moment ago');
      const presence = { nodeId, connectionId: randomUUID() };
      const agentLog = log.child({ nodeId });
      const entry: Connected = {
        ...presence,
        sent: new Set(),
        stopped: new Set(),
        heard: false,
        working: new Set(),
        connection: speakWithAgent(socket, {
          ...pace,
          nodeId,
          commandKey,
          events: {
            async welcomed(about) {
              const known = await track(notes.connected({ ...presence, ...about, publicIp: publicAddress(address) }));
              // It was marked for deletion since the door let it in; its next attempt learns more.
              if (!known) return socket.close(closeCodes.goingAway, 'The device was deleted');
              // It may have gone while it was written down.
              if (socket.readyState !== socket.OPEN) return void (await track(notes.disconnected(presence)));
              connected.get(nodeId)?.connection.close(closeCodes.replaced, 'Another connection took this place');
              connected.set(nodeId, entry);
              await track(notes.returned(nodeId));
              agentLog.info({ version: about.version }, 'agent connected');
              void track(entry.connection.greeted.then(() => deliverTo(entry))).catch((error: unknown) =>
                agentLog.error({ err: error }, 'commands were not sent'),
              );
            },
            seen: () => (entry.heard = true),
            spend: (bytes) => budgets.spend(nodeId, bytes),
            inventory: (inventory) => keep(entry, inventory),
            performance: (report) => keepSamples(entry, report),
            services: (report) => keepServices(entry, report),
            report: (report) => track(storeReport(nodeId, report)).catch(askAgain),
            failed: (method, error) => agentLog.error({ err: error, method }, 'a message of an agent was not handled'),
            violated: (reason) => agentLog.warn({ reason }, 'agent refused'),
          },
        }),
      };
      socket.on('close', () => {
        if (connected.get(nodeId) === entry) connected.delete(nodeId);
        track(notes.disconnected(presence)).catch((error: unknown) =>
          agentLog.error({ err: error }, 'the end of a connection was not noted'),
        );
      });
    },
    async wake(nodeId) {
      const entry = connected.get(nodeId);
      if (entry) await deliverTo(entry);
    },
    async testDestination(nodeId, request) {
      const entry = connected.get(nodeId);
      // The device counts as online a moment before its agent has been answered.
      await entry?.connection.greeted;
      return entry?.connection.welcome ? track(entry.connection.testDestination(request)) : undefined;
    },
    async inspectBackups(nodeId) {
      const entry = connected.get(nodeId);
      await entry?.connection.greeted;
      return entry?.connection.welcome ? track(entry.connection.inspectBackups()) : undefined;
    },
    expel: (db, nodeIds) => live.announce(db, agentExpelled, [...nodeIds]),
    async close() {
      closing = true;
      stopListening();
      clearTimeout(timer);
      for (const { connection } of connected.values()) connection.close(closeCodes.goingAway, 'The server stops');
      const notLongerThan = new Promise((resolve) => setTimeout(resolve, 2500).unref());
      const quiet = async () => {
        while (connected.size > 0 || under.size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      };
      await Promise.race([quiet(), notLongerThan]);
    },
  };
}

/** A database that is late or away loses nothing: the agent sends the report again. @throws RpcError `busy`; everything else as it was */
function askAgain(error: unknown): never {
  const failure = error instanceof RpcError ? undefined : databaseFailure(error);
  // PostgreSQL would refuse the same text again.
  if (failure === undefined || failure === 'bad_text') throw error;
  throw new RpcError(rpcCodes.busy, 'The server could not store the report: send it again');
}

/** The address the agent comes from, when it is one of the public Internet. */
function publicAddress(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' ? parsed.toString() : '';
}

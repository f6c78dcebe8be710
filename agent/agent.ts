import { sampleEverySeconds, type PerformanceSample } from '#api/contract/agent-methods/performance.ts';
import { servicesEverySeconds } from '#api/contract/agent-methods/services.ts';
import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { createBackoff } from './backoff.ts';
import { createCommandRunner } from './commands/command-runner.ts';
import { createJournal } from './commands/journal.ts';
import { holdConnection } from './connection.ts';
import { createStateKeeper } from './desired-state/apply-state.ts';
import { createBackupInspector } from './backup/backup-data.ts';
import { createDestinationTester } from './backup/test-destination.ts';
import { createDeployer } from './deployment/create-deployer.ts';
import { createPreflight } from './deployment/create-preflight.ts';
import { enrollDevice } from './enroll-device.ts';
import { identityFile, identityFor, type Identity, type IdentityFile } from './identity.ts';
import type { Log } from './log.ts';
import type { MethodHandlers } from './methods/method.ts';
import { createMethods } from './methods/registry.ts';
import { pause } from './pause.ts';
import { createSampler } from './performance/sampler.ts';
import { createSampleReader } from './performance/take-sample.ts';
import { createPoller } from './polling/poll-devices.ts';
import { createInterfaceReader } from './polling/read-interfaces.ts';
import { createTopologyReader } from './topology/read-topology.ts';
import { readServices } from './services/read-services.ts';
import { createServiceWatcher } from './services/service-watcher.ts';
import { createHostReader } from './vm-hosts/read-host.ts';
import type { AgentSettings } from './settings.ts';

export interface AgentOptions {
  settings: AgentSettings;
  version: string;
  log: Log;
  readInventory(): Promise<Inventory>;
  signal: AbortSignal;
  /** Replaces the work of some methods, in tests. */
  methods?: Partial<MethodHandlers>;
  /** Replaces the polling of devices, in tests. */
  poll?: ReturnType<typeof createPoller>;
  readInterfaces?: ReturnType<typeof createInterfaceReader>;
  readTopology?: ReturnType<typeof createTopologyReader>;
  readVmHost?: ReturnType<typeof createHostReader>;
  deploy?: ReturnType<typeof createDeployer>;
  preflight?: ReturnType<typeof createPreflight>;
  /** Replaces the look at a folder or a share, in tests. */
  testDestination?: ReturnType<typeof createDestinationTester>;
  /** Replaces the reading of the load, in tests. */
  readSample?: () => Promise<PerformanceSample>;
  /** Replaces the reading of services, in tests. */
  readServices?: typeof readServices;
  /** Milliseconds; tests shorten them. */
  pace?: Partial<Pace>;
}

interface Pace {
  /** The first and the longest wait between two attempts to connect. */
  first: number;
  longest: number;
  /** Between two attempts to enrol while there is no organization. */
  waiting: number;
  /** After another agent with this key took the place. */
  replaced: number;
  timeout: number;
  /** Between two reports of a command. */
  reports: number;
  /** Between two samples of the load. */
  samples: number;
  /** Between two looks at the services. */
  services: number;
  /** Until the inventory is reported again by an agent that was connected before, at the latest. */
  inventories: number;
}

const usualPace: Pace = {
  first: 500,
  longest: 60_000,
  waiting: 3000,
  replaced: 120_000,
  timeout: 20_000,
  reports: 100,
  samples: sampleEverySeconds * 1000,
  services: servicesEverySeconds * 1000,
  inventories: 30_000,
};

/** The agent cannot go on by itself; whoever started it has to give it another token. */
export class CannotEnroll extends Error {
  override name = 'CannotEnroll';
}

/** Runs the agent until the signal aborts. @throws CannotEnroll */
export async function runAgent(options: AgentOptions): Promise<void> {
  const { settings, signal, log } = options;
  const pace = { ...usualPace, ...options.pace };
  const file = identityFile(settings.dataDirectory);
  const commands = createCommandRunner({
    journal: createJournal(settings.dataDirectory),
    methods: { ...createMethods(options.readInventory, settings, () => file.read()), ...options.methods },
    reportEveryMs: pace.reports,
  });
  const poll = options.poll ?? createPoller(signal);
  const readInterfaces = options.readInterfaces ?? createInterfaceReader(signal);
  const readTopology = options.readTopology ?? createTopologyReader(signal);
  const readVmHost = options.readVmHost ?? createHostReader(signal, settings);
  const applyState = createStateKeeper(settings);
  const testDestination = options.testDestination ?? createDestinationTester(signal);
  const inspectBackups = createBackupInspector(settings);
  const deploy = options.deploy ?? createDeployer(signal);
  const preflight = options.preflight ?? createPreflight(signal);
  const backoff = createBackoff(pace);
  const sampler = createSampler({ read: options.readSample ?? createSampleReader(), everyMs: pace.samples });
  const serviceWatcher = createServiceWatcher({
    read: options.readServices ?? readServices,
    everyMs: pace.services,
  });
  const stop = () => {
    commands.stop();
    sampler.stop();
    serviceWatcher.stop();
  };
  signal.addEventListener('abort', stop, { once: true });
  let inventoryWithin = 0;
  while (!signal.aborted) {
    const key = await enrolledKey(options, file, pace);
    if (key === undefined) return;
    const end = await holdConnection({
      ...options,
      server: settings.server,
      key,
      agentVersion: options.version,
      commands,
      sampler,
      serviceWatcher,
      poll,
      readInterfaces,
      readTopology,
      readVmHost,
      deploy,
      preflight,
      applyState,
      testDestination,
      inspectBackups,
      inventoryWithin,
      onCommandKey: (commandKey) => keepCommandKey(file, commandKey, log),
      timeout: pace.timeout,
    });
    if (end.welcomed) {
      backoff.reset();
      inventoryWithin = pace.inventories;
    }
    if (end.kind === 'stopped') return;
    log(`connection to ${settings.server.origin} ended: ${end.message}`);
    if (end.kind === 'key_refused') {
      if (settings.token === undefined)
        throw new CannotEnroll('The server does not know this device any more. Enrol it again with a new token.');
      file.remove();
      await pause(backoff.next(), signal);
    } else {
      await pause(end.kind === 'replaced' ? pace.replaced : backoff.next(), signal);
    }
  }
}

/** Keeps the first key for scripts that the server says; another one later is not believed. */
function keepCommandKey(file: IdentityFile, commandKey: string, log: Log): void {
  const identity = file.read();
  if (!identity || identity.commandKey === commandKey) return;
  if (identity.commandKey === undefined) file.write({ ...identity, commandKey });
  else log('the server has another key for scripts than before: enrol this device again to run its scripts');
}

/** The key of this device, enrolling it first where need be. Undefined when stopped meanwhile. */
async function enrolledKey(options: AgentOptions, file: IdentityFile, pace: Pace): Promise<string | undefined> {
  const { settings, signal, log } = options;
  const backoff = createBackoff(pace);
  let said = '';
  const say = (message: string) => {
    if (message !== said) log(message);
    said = message;
  };
  while (!signal.aborted) {
    // The server that started this agent may listen elsewhere today; it is the same server.
    const identity: Identity = identityFor(file, settings.supervised ? 'supervisor' : settings.server.origin);
    if (identity.key !== undefined) return identity.key;
    if (settings.token === undefined)
      throw new CannotEnroll('This device is not enrolled. Set CAIRN_AGENT_TOKEN to an enrolment token.');
    const { isServer } = await options.readInventory();
    const outcome = await enrollDevice(
      { server: settings.server, token: settings.token, version: options.version, isServer, signal },
      file,
      identity,
    );
    if (outcome.kind === 'enrolled') {
      log(`enrolled as device ${outcome.nodeId}`);
      return outcome.key;
    }
    if (outcome.kind === 'refused' && outcome.code === 'enrollment_token_incorrect')
      throw new CannotEnroll(outcome.message);
    if (outcome.kind === 'refused' && outcome.code === 'idempotency_key_reused') {
      // There is another token now than when the identity was begun.
      file.remove();
      continue;
    }
    if (outcome.kind === 'refused' && outcome.code === 'no_organization_yet') {
      say('waiting until an administrator chooses its place');
      backoff.reset();
      await pause(pace.waiting, signal);
      continue;
    }
    if (!signal.aborted) say(`cannot enrol yet: ${outcome.message}`);
    await pause(backoff.next(), signal);
  }
  return undefined;
}

// Many agents in one process, for `agents.capacity` and `automations.fanout`: `fleet-process.ts SETTINGS`. Each speaks the protocol as the agent does, with its backoff
// and its journal; only what it finds on its computer is the same for all. Tells its parent how many are connected and what they ran.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBackoff } from '#agent/backoff.ts';
import { createCommandRunner } from '#agent/commands/command-runner.ts';
import { createJournal } from '#agent/commands/journal.ts';
import { holdConnection } from '#agent/connection.ts';
import { readInventory } from '#agent/inventory/inventory.ts';
import { createMethods } from '#agent/methods/registry.ts';
import { keyOf, outputOf, type FleetSettings } from './fleet.ts';

/** What a command of the bench does: it notes its first target, or its id, and takes a while. */
const COMMAND_MS = 400;

async function runFleet({ server, agents, folder }: FleetSettings): Promise<void> {
  let connected = 0;
  const executed: Record<string, number> = {};
  let lastBegun = 0;
  const begin = (name: string): void => {
    executed[name] = (executed[name] ?? 0) + 1;
    lastBegun = Date.now();
  };
  const inventory = { ...(await readInventory()), directory: null };

  async function runOne(index: number): Promise<void> {
    const readOwn = async () => ({ ...inventory, hostName: `fleet-${index}` });
    const commands = createCommandRunner({
      journal: createJournal(join(folder, String(index))),
      reportEveryMs: 100,
      methods: {
        ...createMethods(
          readOwn,
          {
            server: new URL(server),
            dataDirectory: folder,
            directory: new URL('ldap://127.0.0.1:9'),
            scripts: false,
            reboot: undefined,
            backupData: false,
          },
          () => undefined,
        ),
        'network.ping': async ({ targets }) => {
          const [name = ''] = targets;
          begin(name);
          await sleep(COMMAND_MS);
          return { reached: 1, unreachable: 0 };
        },
        'script.run': async (_script, { commandId, item }) => {
          begin(commandId);
          await item({ stream: 'out', text: outputOf(index) });
          await sleep(COMMAND_MS);
          return { outcome: 'exited', exitCode: 0, cut: false, seconds: COMMAND_MS / 1000 };
        },
      },
    });
    const connect = (send: Parameters<typeof commands.connect>[0]) => {
      connected += 1;
      const leave = commands.connect(send);
      return () => {
        connected -= 1;
        leave();
      };
    };
    const backoff = createBackoff({ first: 500, longest: 60_000 });
    const nothing = async () => ({});
    let inventoryWithin = 0;
    for (;;) {
      const { welcomed } = await holdConnection({
        server: new URL(server),
        key: keyOf(index),
        agentVersion: '1.0.0',
        commands: { ...commands, connect },
        sampler: { connect: () => () => undefined, stop: () => undefined },
        serviceWatcher: { connect: () => () => undefined, stop: () => undefined },
        poll: nothing,
        readInterfaces: nothing,
        readVmHost: nothing,
        readTopology: nothing,
        deploy: nothing,
        preflight: nothing,
        applyState: nothing,
        testDestination: nothing,
        inspectBackups: nothing,
        readInventory: readOwn,
        inventoryWithin,
        onCommandKey: () => undefined,
        log: () => undefined,
        timeout: 20_000,
        signal: new AbortController().signal,
      });
      if (welcomed) {
        backoff.reset();
        inventoryWithin = 30_000;
      }
      await sleep(backoff.next());
    }
  }

  setInterval(() => process.send?.({ connected, executed, lastBegun }), 100);
  for (let index = 0; index < agents; index += 1) {
    void runOne(index);
    // As agents come that were not all started at once.
    if (index % 20 === 19) await sleep(20);
  }
}

process.once('disconnect', () => process.exit(0));
await runFleet(JSON.parse(process.argv[2] ?? '{}') as FleetSettings);
